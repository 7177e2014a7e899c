/// Who emits the steps that follow one that was answered.
public enum FlowContributors<Step: ReactorFlow.Step> {
  /// Nobody new.
  case none
  /// One.
  case one(flowContributor: FlowContributor<Step>)
  /// Several, listened to in this order.
  case multiple(flowContributors: [FlowContributor<Step>])
  /// The flow has come to its end: its children, steppers and presentables are let go, and the parent is told of the
  /// step, in its own words where the contribution has a mapping.
  case end(forwardToParentFlowWithStep: Step)
}
