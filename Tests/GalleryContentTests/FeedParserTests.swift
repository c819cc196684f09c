import Foundation
import GalleryContent
import Testing

@Suite("Feeds") struct FeedParserTests {
  private static let url = URL(string: "https://example.org/blog/feed")!

  private func parse(_ text: String, at url: URL = Self.url) throws -> PictureList {
    try FeedParser(url: url).parse(Data(text.utf8))
  }

  @Test("JSON Feed: attachments, else image, else banner, else the first picture in the text")
  func jsonFeed() throws {
    let list = try parse(
      #"""
      {"version": "https://jsonfeed.org/version/1.1", "title": "Walks &amp; talks", "items": [
        {"id": "1", "title": "One", "summary": "A <b>bold</b> day", "image": "ignored.jpg",
         "attachments": [{"url": "one.jpg", "mime_type": "image/jpeg"},
                         {"url": "one.mp3", "mime_type": "audio/mpeg"},
                         {"url": "/two.png", "mime_type": "image/png", "title": "Two"}]},
        {"id": "2", "title": "Three", "image": "https://cdn.example/3.webp", "banner_image": "b.jpg"},
        {"id": "3", "banner_image": "../4.jpg"},
        {"id": "4", "content_html": "<p>Hi</p><img width=1 src='count.gif'><img src=\"5.jpg?a=1&amp;b=2\">"},
        {"id": "5", "content_text": "no picture"}
      ]}
      """#)
    #expect(list.title == "Walks & talks")
    #expect(
      list.pictures.map(\.url.absoluteString) == [
        "https://example.org/blog/one.jpg", "https://example.org/two.png",
        "https://cdn.example/3.webp", "https://example.org/4.jpg",
        "https://example.org/blog/5.jpg?a=1&b=2",
      ])
    #expect(list.pictures.map(\.title) == ["One", "Two", "Three", "4", "5"])
    #expect(list.pictures[0].caption == "A bold day")
  }

  @Test("RSS: media:content, else enclosure, else thumbnail, else the first picture in the text")
  func rss() throws {
    let list = try parse(
      """
      <?xml version="1.0"?>
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
           xmlns:content="http://purl.org/rss/1.0/modules/content/">
        <channel><title>Photos</title><image><url>logo.png</url><title>Logo</title></image>
          <item><title>Sizes</title><description>D&#252;nen &amp;amp; Meer</description>
            <media:group>
              <media:content url="s.jpg" medium="image" width="400"/>
              <media:content url="l.jpg" medium="image" width="2000"/>
              <media:content url="xs.jpg" medium="image" width="100"/>
            </media:group></item>
          <item><title>Enclosed</title><enclosure url="e.png" type="image/png" length="1"/>
            <enclosure url="e.mp3" type="audio/mpeg" length="1"/>
            <media:thumbnail url="t.png"/></item>
          <item><media:thumbnail url="only.jpg"/></item>
          <item><title>Inline</title>
            <content:encoded><![CDATA[<p>x<IMG alt="a > b" SRC='in.jpg'/></p>]]></content:encoded></item>
          <item><title>Film</title><media:content url="f.mp4" type="video/mp4"/></item>
        </channel></rss>
      """)
    #expect(list.title == "Photos")
    #expect(
      list.pictures.map(\.url.lastPathComponent) == ["l.jpg", "e.png", "only.jpg", "in.jpg"])
    #expect(
      list.pictures.map { $0.thumbnailURL?.lastPathComponent } == ["s.jpg", "t.png", nil, nil])
    #expect(list.pictures[0].caption == "Dünen & Meer")
    #expect(list.pictures.last?.title == "Inline")
  }

  @Test("Atom: links to enclosures, pictures in text and in XHTML, addresses by xml:base")
  func atom() throws {
    let list = try parse(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://cdn.example/x/">
        <title type="html">A &lt;em&gt;feed&lt;/em&gt;</title>
        <entry><title>One</title><link href="page.html"/>
          <link rel="enclosure" type="image/jpeg" href="1.jpg"/></entry>
        <entry xml:base="y/"><title>Two</title>
          <content type="html">&lt;img src="2.jpg"&gt;</content></entry>
        <entry><title>Three</title><content type="xhtml">
          <div xmlns="http://www.w3.org/1999/xhtml"><p>Text <img src="3.jpg"/></p></div></content></entry>
        <entry><title>Again</title>
          <link rel="enclosure" type="image/jpeg" href="https://cdn.example/x/1.jpg"/></entry>
      </feed>
      """)
    #expect(list.title == "A feed")
    #expect(
      list.pictures.map(\.url.absoluteString) == [
        "https://cdn.example/x/1.jpg", "https://cdn.example/x/y/2.jpg",
        "https://cdn.example/x/3.jpg",
      ])
    #expect(list.pictures.map(\.title) == ["One", "Two", "Three"])
  }

  @Test("Nothing outside the document is read, and entities do not grow without bound")
  func entities() throws {
    let folder = try TemporaryFolder()
    let secret = try folder.write("https://example.org/secret.jpg", to: "secret")
    let external = """
      <!DOCTYPE rss [<!ENTITY s SYSTEM "\(secret.absoluteString)">]>
      <rss><channel><item><title>&s;</title><enclosure url="a.jpg"/></item></channel></rss>
      """
    let list = try? parse(external)
    #expect(list?.pictures.contains { "\($0)".contains("secret") } != true)

    var bomb = "<!DOCTYPE rss [<!ENTITY e0 \"aaaaaaaaaa\">"
    for level in 1...9 {
      bomb += "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }
    bomb +=
      "]><rss><channel><item><title>&e9;</title><enclosure url='a.jpg'/></item></channel></rss>"
    #expect(throws: GalleryError.self) { try parse(bomb) }
  }

  @Test("A page from the web names no files of this machine")
  func fileAddresses() throws {
    let text = "<rss><channel><item><enclosure url='file:///etc/a.jpg'/></item></channel></rss>"
    #expect(throws: GalleryError.noPicturesInFeed(Self.url)) { try parse(text) }
    let local = URL(filePath: "/feed.xml")
    #expect(try parse(text, at: local).pictures.count == 1)
  }

  @Test("Damaged XML is an error with its line")
  func malformedXML() {
    let text = "<rss>\n<channel>\n<item></channel>\n</rss>"
    #expect(
      throws: GalleryError.malformedFeed(Self.url, line: 3, reason: "it is not well-formed XML")
    ) { try parse(text) }
  }

  @Test("Damaged JSON is an error, with its line where it is known")
  func malformedJSON() throws {
    let error = try #require(throws: GalleryError.self) {
      try parse("{\n\"version\": \"https://jsonfeed.org/version/1\",\n\"items\": [,]\n}")
    }
    guard case .malformedFeed(Self.url, let line, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(line == 3)
  }

  @Test("A feed whose entries have the wrong types says which")
  func wrongTypes() {
    #expect(
      throws: GalleryError.malformedFeed(
        Self.url, line: nil, reason: "“items[1].title” is not a text")
    ) {
      try parse(
        #"{"version":"https://jsonfeed.org/version/1","items":[{"id":"1"},{"title":7}]}"#)
    }
  }

  @Test(
    "What is no feed is told from what is a damaged one",
    arguments: [
      ("", "it is empty"), (" \n", "it is empty"), ("hello", "it is neither JSON nor XML"),
      (#"{"a":1}"#, "its “version” does not name JSON Feed"),
      ("<html><body/></html>", "its first element is <html>"),
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", "its first element is <svg>"),
      ("<feed/>", "its first element is <feed>"),
      ("<", "it has no element"),
    ])
  func noFeeds(text: String, reason: String) {
    #expect(throws: GalleryError.notAFeed(Self.url, reason: reason)) { try parse(text) }
  }

  @Test("A feed without pictures is an error")
  func noPictures() {
    #expect(throws: GalleryError.noPicturesInFeed(Self.url)) {
      try parse("<rss><channel><title>x</title><item><title>y</title></item></channel></rss>")
    }
  }

  @Test("Text has no markup and no end of its own: entities are decoded, and it is cut off")
  func plainText() throws {
    let long = String(repeating: "word ", count: 100)
    let list = try parse(
      """
      <rss><channel><item><title>1 &lt; 2 &amp;#x2014; &amp;hellip; &amp;bogus;</title>
      <description>&lt;script>var x&lt;/script>\(long)</description><enclosure url="a.jpg"/></item>
      </channel></rss>
      """)
    #expect(list.pictures[0].title == "1 < 2 — … &bogus;")
    #expect(list.pictures[0].caption.count <= 300)
    #expect(list.pictures[0].caption.hasPrefix("word word"))
    #expect(list.pictures[0].caption.hasSuffix("…"))
  }
}
