/// Where effects go when they leave the main actor.
public enum EffectExecutor {
  /// The executor that the effects begun now prefer for what they do away from the main actor, and on their way back to it
  /// after each suspension; nil leaves it to the concurrency library. To be bound around everything a program does; tasks hand it on to those they begin.
  @TaskLocal public static var current: (any TaskExecutor)?
}
