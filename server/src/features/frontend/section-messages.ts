import type { LocaleMessages, Sections } from '@holdall/api'
import type { ShellBuild } from './shell-build.ts'
import type { Snapshot } from './section-versions.ts'

/** The messages of the shell, then those of each section in the version that is shown. */
export function messagesOf(
  { versions }: Snapshot,
  { manifest: shell }: ShellBuild,
  { sections }: Sections,
): readonly LocaleMessages[] {
  const shown = sections.flatMap((composed) => {
    if (composed.state === 'disabled') return []
    const section = composed.state === 'ok' ? composed.section : composed.fallback
    const version = versions.find(({ base }) => base === section?.base)
    return version?.verdict.kind === 'good' ? [version.verdict.manifest] : []
  })
  return [shell.messages ?? {}, ...shown.map(({ messages, translations }) => ({ ...translations, 'en-US': messages }))]
}
