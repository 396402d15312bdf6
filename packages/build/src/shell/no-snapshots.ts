/** Replaces federation's snapshots, which belong to its manifests: sections are loaded by plain entries. */
export class SnapshotHandler {
  readonly manifestCache = new Map<string, unknown>()
  readonly hooks = { applyPlugin: () => {} }
}
export const getGlobalRemoteInfo = () => ({})
