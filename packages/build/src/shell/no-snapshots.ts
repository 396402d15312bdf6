/** Stands in for federation's snapshots, which belong to its manifests: sections come by plain entries. */
export class SnapshotHandler {
  readonly manifestCache = new Map<string, unknown>()
  readonly hooks = { applyPlugin: () => {} }
}
export const getGlobalRemoteInfo = () => ({})
