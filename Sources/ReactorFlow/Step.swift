/// Something that happened and may lead to another screen. Written as what happened (`carPicked(id)`), not as what follows.
public protocol Step: Sendable {}
