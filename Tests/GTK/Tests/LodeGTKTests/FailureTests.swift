import CGTK4
import LodeTesting
import Testing

@testable import LodeGTK

extension GTK {
  @Suite("A failure")
  struct Failure {
    let fetcher = ScriptedFetcher()

    @Test("It is shown as a word on a button, and pressing the button loads again")
    func retry() async throws {
      let view = RemoteImageView(pipeline: ImagePipeline(fetcher))
      let log = EventLog(view)
      let window = TestWindow(view.widget)
      view.load(url(1))
      await fetcher.fetch(0).fail(.offline)
      await log.ends(1)
      await window.nextFrame()
      let button = try #require(descendant(of: view.widget, type: "GtkButton"))
      let label = try #require(descendant(of: view.widget, type: "GtkLabel"))
      #expect(gtk_widget_get_mapped(button) != 0)
      #expect(gtk_widget_get_width(button) == 300 && gtk_widget_get_height(button) == 200)
      #expect(gtk_widget_get_mapped(label) != 0)
      #expect(String(cString: gtk_label_get_text(OpaquePointer(label))) == "No network")
      #expect(gtk_widget_get_focusable(button) != 0)

      emit("clicked", on: button)
      try #require(gtk_widget_get_mapped(button) == 0)
      await fetcher.fetch(1).send(picture: red)
      await log.ends(2)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == red)
      window.close()
    }

    @Test("It never makes a view larger, and goes without its words where there is no room")
    func smallCells() async throws {
      let view = RemoteImageView(pipeline: ImagePipeline(fetcher))
      view.display(.failure(ImagePipelineError(.tls, stage: .fetch)), transition: .none)
      for (side, wordsAreShown) in [(96, true), (40, false), (12, false), (1, false)] {
        gtk_widget_set_size_request(view.widget, Int32(side), Int32(side))
        gtk_widget_set_halign(view.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(view.widget, GTK_ALIGN_CENTER)
        let window = TestWindow(view.widget, width: 200, height: 200)
        await window.nextFrame()
        #expect(gtk_widget_get_width(view.widget) == Int32(side))
        #expect(gtk_widget_get_height(view.widget) == Int32(side))
        let label = try #require(descendant(of: view.widget, type: "GtkLabel"))
        #expect((gtk_widget_get_mapped(label) != 0) == wordsAreShown, "\(side)")
        gtk_window_set_child(window.window, nil)
        window.close()
      }
    }

    @Test("Every word is short, and none is said twice in other words for the same thing")
    func words() {
      let codes: [ImagePipelineError.Code] = [
        .invalidURL, .unsupportedScheme("gopher"), .offline, .dns, .connect, .tls, .timeout(.idle),
        .redirect(.limit), .status(404), .status(403), .status(429), .status(500), .status(418),
        .empty, .notAnImage(kind: "HTML", firstWords: ""), .truncated, .tooLarge(.pixels),
        .unsupportedFormat("TIFF"), .decoding, .cacheOnlyMiss, .pipelineInvalidated,
      ]
      for code in codes {
        let words = WidgetTexts.current.failure(ImagePipelineError(code, stage: .fetch))
        #expect(!words.isEmpty && words.count <= 24, "\(code): \(words)")
      }
    }

    @Test("Words can be translated in one place")
    func translation() async throws {
      defer { WidgetTexts.current = WidgetTexts() }
      WidgetTexts.current.failure = { _ in "Kein Netz" }
      let view = RemoteImageView(pipeline: ImagePipeline(fetcher))
      view.display(.failure(ImagePipelineError(.offline, stage: .fetch)), transition: .none)
      let label = try #require(descendant(of: view.widget, type: "GtkLabel"))
      #expect(String(cString: gtk_label_get_text(OpaquePointer(label))) == "Kein Netz")
    }
  }
}
