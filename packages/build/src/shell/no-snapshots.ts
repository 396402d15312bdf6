/**
 * Replaces federation's snapshot plugin, which is for federation's own manifests. Sections are loaded by their entries.
 */
export class SnapshotHandler {
  readonly manifestCache = new Map<string, unknown>()
  readonly hooks = { applyPlugin: () => {} }
}
export const getGlobalRemoteInfo = () => ({})
