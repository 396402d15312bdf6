import type { adminSections, ComposedSection, Output } from '@holdall/api'
import { chosenVersion } from '../../frontend/chosen-version.ts'
import type { Snapshot } from '../../frontend/section-versions.ts'
import type { Ui } from '../../frontend/frontend.ts'
import type { Failures } from './failures.ts'

type Answer = Output<typeof adminSections>

export function presentSections(ui: Ui, failures: Failures): Answer {
  const { version, api, shared } = ui.shell().manifest
  const snapshot = ui.store.snapshot()
  return {
    shell: { version, api, server: ui.serverVersion, shared },
    sections: ui.sections().sections.map((composed) => presentSection(composed, snapshot, failures)),
  }
}

function presentSection(composed: ComposedSection, snapshot: Snapshot, failures: Failures): Answer['sections'][number] {
  const versions = snapshot.versions.filter((v) => v.id === composed.id)
  const inUse = chosenVersion(snapshot, composed.id)
  return {
    composed,
    origin: inUse?.origin ?? 'none',
    installed: versions.map((v) => ({
      version: v.version ?? 'unknown',
      origin: v.origin,
      in_use: v === inUse && composed.state !== 'disabled',
      problem: v.verdict.kind === 'bad' ? v.verdict.reason : null,
    })),
    failures: failures.of(composed.id).map((f) => ({ ...f, at: new Date(f.at).toISOString() })),
  }
}
