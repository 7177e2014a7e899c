import Uploads

/// What becomes of uploads that somebody follows.
public enum UploadEvent: Sendable, Hashable {
  /// They are rows of the queue now.
  case queued([UploadItem.ID])
  /// One is there.
  case done(UploadItem, Attachment)
  /// One failed, and a person has to do something.
  case failed(UploadItem, UploadFailure)
}

/// The uploads that somebody follows and that have not ended.
struct FollowedUploads {
  /// What is heard of the queue.
  enum Word: Sendable {
    case ended(UploadOutcome)
    case snapshot(UploadSnapshot)
  }

  /// Whether each was seen on its way: before that, a snapshot may be older than the upload.
  private var wasSeen: [UploadItem.ID: Bool]

  init(_ ids: [UploadItem.ID]) {
    wasSeen = Dictionary(ids.map { ($0, false) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether all have ended.
  var isEmpty: Bool { wasSeen.isEmpty }

  /// What a word means for them. One that a person cancelled or took off the list ends without an event.
  mutating func take(_ word: Word) -> UploadEvent? {
    switch word {
    case .ended(.done(let item, let attachment)):
      return wasSeen.removeValue(forKey: item.id) == nil ? nil : .done(item, attachment)
    case .ended(.failed(let item, let failure)):
      guard wasSeen.removeValue(forKey: item.id) != nil, failure.cause != .cancelled else { return nil }
      return .failed(item, failure)
    case .snapshot(let snapshot):
      look(at: snapshot)
      return nil
    }
  }

  private mutating func look(at snapshot: UploadSnapshot) {
    var present: Set<UploadItem.ID> = []
    for item in snapshot.items where wasSeen[item.id] != nil {
      present.insert(item.id)
      if item.state != .cancelled {
        wasSeen[item.id] = true
      } else if wasSeen[item.id] == true {
        wasSeen[item.id] = nil
      }
    }
    wasSeen = wasSeen.filter { !$0.value || present.contains($0.key) }
  }
}
