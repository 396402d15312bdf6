import type { adminSections, ComposedSection, Output } from '@holdall/api'
import { chosenVersion } from '../../frontend/chosen-version.ts'
import { byVersion, type Snapshot } from '../../frontend/section-versions.ts'
import type { Ui } from '../../frontend/frontend.ts'
import type { Failure } from './failures.ts'
import type { FailureRow } from './section-failure.store.ts'
import type { SectionReports } from './section-reports.ts'

type Answer = Output<typeof adminSections>

const MAX_OF_SECTION = 20

export async function presentSections(ui: Ui, reports: SectionReports): Promise<Answer> {
  const { version, api, shared } = ui.shell().manifest
  const snapshot = ui.store.snapshot()
  const stored = await reports.stored()
  return {
    shell: { version, api, server: ui.serverVersion, shared },
    sections: ui
      .sections()
      .sections.map((composed) => presentSection(composed, snapshot, failuresOf(composed.id, stored, reports))),
  }
}

function presentSection(
  composed: ComposedSection,
  snapshot: Snapshot,
  failures: readonly Reported[],
): Answer['sections'][number] {
  const versions = snapshot.versions.filter((v) => v.id === composed.id).toSorted(byVersion)
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
    failures: failures.map((f) => ({ ...f, at: new Date(f.at).toISOString() })),
  }
}

type Reported = Failure & { readonly accounts: number }

/** The newest reports about a section: the same one of several accounts once. */
function failuresOf(id: string, stored: readonly FailureRow[], reports: SectionReports): Reported[] {
  const same = new Map<string, Reported>()
  for (const { section, version, reason, address, count, reported_at: at } of stored) {
    if (section !== id) continue
    const key = JSON.stringify([version, reason, address])
    const known = same.get(key)
    same.set(
      key,
      known
        ? { ...known, count: known.count + count, accounts: known.accounts + 1 }
        : { version, reason, address, at: Number(at), count, accounts: 1 },
    )
  }
  return [...same.values(), ...reports.anonymous(id).map((failure) => ({ ...failure, accounts: 0 }))]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MAX_OF_SECTION)
}
