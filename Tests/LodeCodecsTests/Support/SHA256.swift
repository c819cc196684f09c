/// The digest of FIPS 180-4, which the corpus's oracle gives for pixels.
enum SHA256 {
  private static let initial: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The root times 2³², by bisection in whole numbers: exact where floating point might not be.
      var low: UInt64 = 0
      var high: UInt64 = 7 << 32
      while high - low > 1 {
        let middle = (low + high) / 2
        if isCubeAtMost(middle, UInt64(prime)) { low = middle } else { high = middle }
      }
      return UInt32(truncatingIfNeeded: low)
    }
  }()

  /// Whether `value`³ ≤ `limit` · 2⁹⁶, for a `value` below 2³⁶.
  private static func isCubeAtMost(_ value: UInt64, _ limit: UInt64) -> Bool {
    let square = value.multipliedFullWidth(by: value)
    let low = square.low.multipliedFullWidth(by: value)
    let high = square.high * value + low.high
    return high < limit << 32 || (high == limit << 32 && low.low == 0)
  }

  static func hexDigest(of bytes: UnsafeRawBufferPointer) -> String {
    var state = initial
    var tail = Array(bytes[(bytes.count / 64 * 64)...])
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: (bytes.count * 8) >> shift))
    }
    state.withUnsafeMutableBufferPointer { state in
      constants.withUnsafeBufferPointer { constants in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
          var offset = 0
          while offset + 64 <= bytes.count {
            compress(bytes.baseAddress! + offset, state, constants, schedule)
            offset += 64
          }
          tail.withUnsafeBytes { tail in
            for offset in stride(from: 0, to: tail.count, by: 64) {
              compress(tail.baseAddress! + offset, state, constants, schedule)
            }
          }
        }
      }
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func compress(
    _ block: UnsafeRawPointer, _ state: UnsafeMutableBufferPointer<UInt32>,
    _ constants: UnsafeBufferPointer<UInt32>, _ schedule: UnsafeMutableBufferPointer<UInt32>
  ) {
    func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 {
      value &>> count | value &<< (32 &- count)
    }
    var index = 0
    while index < 64 {
      if index < 16 {
        schedule[index] = UInt32(
          bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
      } else {
        let near = schedule[index &- 2]
        let far = schedule[index &- 15]
        let sigma1 = rotate(near, 17) ^ rotate(near, 19) ^ near &>> 10
        let sigma0 = rotate(far, 7) ^ rotate(far, 18) ^ far &>> 3
        schedule[index] = sigma1 &+ schedule[index &- 7] &+ sigma0 &+ schedule[index &- 16]
      }
      index &+= 1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    index = 0
    while index < 64 {
      let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let choice = e & f ^ ~e & g
      let first = h &+ sum1 &+ choice &+ constants[index] &+ schedule[index]
      let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let majority = a & b ^ a & c ^ b & c
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
      index &+= 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }
}
