import Dispatch
import Foundation
import LodeCore

/// Reads `file:` URLs, on threads of its own and in pieces of at most 64 KiB.
///
/// There is no status, and the deadlines of the limits do not apply; the cap on the size does. A suspended
/// fetch reads nothing. Errors are given in the terms of HTTP where it has them:
///
/// - `.status(404)`: there is no such file. Check the path.
/// - `.status(403)`: the file may not be read, or is a folder, a device or a pipe.
/// - `.invalidURL`: the URL names another host, or has no path.
/// - `.truncated`: the system could not read on.
public struct FileFetcher: DataFetching {
  /// Concurrent, because a file may be on a network volume that does not answer.
  private let queue = DispatchQueue(label: "lode.fetch.file", attributes: .concurrent)

  /// Creates a fetcher.
  public init() {}

  /// Starts to read a file.
  public func fetch(
    _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
  ) -> any FetchTask {
    ChunkPump(on: queue, handler: handler) { () throws(ImagePipelineError) in
      try FileSource(request)
    }
  }
}

/// An open file.
private final class FileSource: ChunkSource {
  let response: FetchResponse
  private let request: FetchRequest
  private let descriptor: Int32

  init(_ request: FetchRequest) throws(ImagePipelineError) {
    let url = request.url
    guard url.isFileURL, ["", "localhost"].contains(url.host() ?? "") else {
      throw .fetch(.invalidURL, of: request, "“\(url)” is no file of this machine")
    }
    let path = url.path(percentEncoded: false)
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .fetch(.invalidURL, of: request, "“\(url)” has no path")
    }
    // Not to wait for a writer, should it be a pipe.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw .fetch(.status(isMissing ? 404 : 403), of: request, String(cString: strerror(errno)))
    }
    do throws(ImagePipelineError) {
      response = FetchResponse(url: url, expectedBodySize: try Self.size(of: descriptor, request))
    } catch {
      close(descriptor)
      throw error
    }
    self.request = request
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  func chunk(at offset: Int) throws(ImagePipelineError) -> Data {
    var chunk = Data(count: ChunkPump.chunkSize)
    var count: Int
    repeat {
      count = chunk.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
    } while count < 0 && errno == EINTR
    guard count >= 0 else {
      throw .fetch(.truncated, of: request, String(cString: strerror(errno)))
    }
    // The file may have grown since it was opened.
    guard offset + count <= request.limits.maximumBodySize.bytes else {
      throw .fetch(.tooLarge(.bytes), of: request)
    }
    return chunk.prefix(count)
  }

  private static func size(
    of descriptor: Int32, _ request: FetchRequest
  ) throws(ImagePipelineError) -> ByteCount {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .fetch(.status(403), of: request, String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .fetch(.status(403), of: request, "This is no regular file")
    }
    let size = ByteCount(Int(status.st_size))
    guard size <= request.limits.maximumBodySize else {
      throw .fetch(.tooLarge(.bytes), of: request)
    }
    return size
  }
}
