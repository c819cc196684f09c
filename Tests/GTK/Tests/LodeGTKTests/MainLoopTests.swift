import CLodeGTKTestHook
import LodeGTK
import Testing

@Suite("The main loop")
struct MainLoopTests {
  @Test("The main actor runs on the process's main thread, also after it was suspended")
  func mainThread() async {
    #expect(lode_test_hook_is_installed())
    #expect(MainLoop.isMainThread)
    await Task.detached { #expect(!MainLoop.isMainThread) }.value
    #expect(MainLoop.isMainThread)
  }
}
