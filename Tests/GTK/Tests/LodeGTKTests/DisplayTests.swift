import CGTK4
import LodeTesting
import Testing

@testable import LodeGTK

extension GTK {
  @Suite("What a view draws")
  struct Display {
    let view = RemoteImageView(pipeline: ImagePipeline())

    @Test(
      "A picture is fitted, with margins, or fills the view",
      arguments: [
        // A view of 300 × 200: mode, width, height, then whether the left and the top edge are covered.
        (PixelSize.ContentMode.fit, 30, 20, true, true), (.fit, 40, 20, true, false),
        (.fit, 20, 40, false, true), (.fill, 40, 20, true, true), (.fill, 20, 40, true, true),
        (.fit, 900, 600, true, true), (.fit, 300, 100, true, false),
      ])
    func geometry(
      mode: PixelSize.ContentMode, width: Int, height: Int, coversLeft: Bool, coversTop: Bool
    ) async throws {
      view.contentMode = mode
      let window = TestWindow(view.widget, width: 300, height: 200)
      await window.nextFrame()
      view.display(.image(picture(red, width: width, height: height)), transition: .none)
      await window.nextFrame()
      let snapshot = try #require(WidgetSnapshot(of: view.widget))
      #expect(snapshot[150, 100].number == red)
      #expect((snapshot[1, 100].alpha == 255) == coversLeft)
      #expect((snapshot[298, 100].alpha == 255) == coversLeft)
      #expect((snapshot[150, 1].alpha == 255) == coversTop)
      #expect((snapshot[150, 198].alpha == 255) == coversTop)
      window.close()
    }

    @Test("A picture decoded for the view is shown pixel for pixel, whatever was rounded")
    func pixelForPixel() {
      // A picture of 1,000 × 669 fits 300 × 200 at 298.95 × 200.
      let place = ImageGeometry(
        size: PixelSize(width: 299, height: 200), viewWidth: 300, viewHeight: 200, scaleFactor: 1,
        contentMode: .fit)
      #expect((place.x, place.y, place.width, place.height) == (0, 0, 299, 200))
      let scaled = ImageGeometry(
        size: PixelSize(width: 400, height: 199), viewWidth: 200, viewHeight: 101, scaleFactor: 2,
        contentMode: .fit)
      #expect((scaled.x, scaled.y, scaled.width, scaled.height) == (0, 0.5, 200, 99.5))
    }

    @Test("Rounded corners are cut off the picture, not off the view around it")
    func corners() async throws {
      view.cornerRadius = 20
      let window = TestWindow(view.widget, width: 300, height: 200)
      await window.nextFrame()
      view.display(.image(picture(red, width: 100, height: 200)), transition: .none)
      await window.nextFrame()
      let snapshot = try #require(WidgetSnapshot(of: view.widget))
      // The picture reaches from 100 to 200.
      #expect(snapshot[101, 1].alpha == 0)
      #expect(snapshot[101, 100].number == red)
      #expect(snapshot[150, 1].number == red)
      window.close()
    }

    @Test("Without a transition the new picture replaces the old one in the next frame")
    func noTransition() async throws {
      let window = TestWindow(view.widget, animations: true)
      await window.nextFrame()
      view.display(.image(picture(red)), transition: .none)
      await window.nextFrame()
      view.display(.image(picture(blue)), transition: .none)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == blue)
      #expect(!view.isTicking)
      window.close()
    }

    @Test("A crossfade shows both pictures on its way, and asks for no frame when it is over")
    func crossfade() async {
      let window = TestWindow(view.widget, animations: true)
      await window.nextFrame()
      view.display(.image(picture(red)), transition: .none)
      await window.nextFrame()
      view.display(.image(picture(blue)), transition: .crossfade(.milliseconds(200)))
      var mixtures = 0
      let ended = await window.frames {
        guard let pixel = WidgetSnapshot(of: view.widget)?[150, 100] else { return false }
        if pixel.red > 20, pixel.blue > 20 {
          mixtures += 1
          // A mixture, neither darker nor more transparent than the two.
          #expect(abs(Int(pixel.red) + Int(pixel.blue) - 255) <= 3 && pixel.alpha >= 253)
        }
        return pixel.number == blue
      }
      #expect(ended)
      #expect(mixtures > 0)
      #expect(!view.isTicking)
      window.close()
    }

    @Test("A crossfade that interrupts another begins with what is on screen")
    func interrupted() async throws {
      let painter = SurfacePainter()
      let window = TestWindow(view.widget)
      await window.nextFrame()
      func record() -> RenderNode? {
        RenderNode {
          painter.draw(
            $0, width: 10, height: 10,
            style: .init(
              contentMode: .fill, cornerRadius: 0, scaleFactor: 1, foreground: GdkRGBA()))
        }
      }
      func pixel() throws -> WidgetSnapshot.Pixel {
        let node = try #require(record())
        return try #require(
          WidgetSnapshot(
            node, size: graphene_rect_t(width: 10, height: 10), renderedFor: view.widget))[5, 5]
      }
      painter.show(.image(picture(red)))
      painter.show(.image(picture(blue)), from: record(), duration: .milliseconds(200))
      #expect(painter.advance(to: .seconds(1)))
      #expect(try pixel().number == red)
      #expect(painter.advance(to: .milliseconds(1_100)))
      let half = try pixel()
      #expect(abs(Int(half.red) - 128) <= 2 && abs(Int(half.blue) - 128) <= 2)

      painter.show(.image(picture(green)), from: record(), duration: .milliseconds(200))
      #expect(painter.advance(to: .seconds(2)))
      #expect(try pixel() == half)
      #expect(!painter.advance(to: .milliseconds(2_200)))
      #expect(try pixel().number == green)
      window.close()
    }

    @Test("Where nothing may move, a crossfade is a change")
    func animationsOff() async {
      let window = TestWindow(view.widget)
      await window.nextFrame()
      view.display(.image(picture(red)), transition: .none)
      view.display(.image(picture(blue)), transition: .crossfade(.milliseconds(200)))
      #expect(!view.isTicking)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == blue)
      window.close()
    }

    @Test("A view that goes off screen in a crossfade has ended it, and asks for no frames")
    func unmappedInCrossfade() async {
      let window = TestWindow(view.widget, animations: true)
      await window.nextFrame()
      view.display(.image(picture(red)), transition: .none)
      view.display(.image(picture(blue)), transition: .crossfade(.seconds(60)))
      #expect(view.isTicking)
      gtk_widget_set_child_visible(view.widget, 0)
      #expect(!view.isTicking)
      gtk_widget_set_child_visible(view.widget, 1)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == blue)
      window.close()
    }

    @Test("A placeholder is a quiet area, another one on a dark theme, or a picture")
    func placeholders() async throws {
      let window = TestWindow(view.widget)
      await window.nextFrame()
      view.display(.placeholder(.plain), transition: .none)
      await window.nextFrame()
      let plain = try #require(WidgetSnapshot(of: view.widget))[150, 100]
      #expect((10...40).contains(plain.alpha))
      view.display(.placeholder(.image(picture(green))), transition: .none)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == green)
      #expect(view.displayedImage == nil)
      window.close()
    }
  }

  @Suite("Textures")
  struct Textures {
    @Test("A texture reads the picture's own pixels, and may be made off the main thread")
    func noCopy() async throws {
      var pixels: UnsafeMutableRawBufferPointer?
      let image = DecodedImage(size: PixelSize(width: 2, height: 1)) {
        $0.initializeMemory(as: UInt8.self, repeating: 10)
        pixels = $0
      }
      let texture = await Task.detached { ImageTexture(image) }.value
      // Written behind the texture's back: a texture with a copy would not see it.
      try #require(pixels).storeBytes(of: 99, as: UInt8.self)
      var downloaded = [UInt8](repeating: 0, count: 8)
      gdk_texture_download(texture.texture, &downloaded, 8)
      #expect(downloaded == [10, 10, 99, 10, 10, 10, 10, 10])
    }

    @Test("A texture keeps its picture alive, and releases it exactly once")
    func release() async {
      weak var image: DecodedImage?
      do {
        let texture: ImageTexture
        do {
          let picture = picture(red)
          image = picture
          texture = ImageTexture(picture)
        }
        #expect(image != nil)
        _ = texture
      }
      #expect(image == nil)
    }

    @Test("A picture that is no longer shown is released")
    func releaseOfShown() async {
      let view = RemoteImageView(pipeline: ImagePipeline())
      let window = TestWindow(view.widget)
      await window.nextFrame()
      weak var image: DecodedImage?
      do {
        // GL keeps pictures of up to 128 pixels a side in an atlas, for as long as it has room.
        let picture = picture(red, width: 200, height: 200)
        image = picture
        view.display(.image(picture), transition: .none)
      }
      await window.nextFrame()
      #expect(image != nil)
      view.display(.empty, transition: .none)
      // Cairo has let go of it in the next frame, GL some frames later.
      #expect(await window.frames { image == nil })
      window.close()
    }
  }
}
