import type { SectionFailure } from '../../../shell/src/sections/section-failure.ts'
import type { LoadEntry } from '../../../shell/src/sections/federation.ts'

const sections: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  admin: () => import('../../../mf-admin/src/section.ts'),
  platform: () => import('../../../mf-platform/src/section.ts'),
  public: () => import('../../../mf-public/src/section.ts'),
  setup: () => import('../../../mf-setup/src/section.ts'),
}

/** Replaces the shell's loader of remote entries: the sections are chunks of the same build. */
export const loadEntry: LoadEntry = async ({ container }) => {
  const section = sections[/^mf_([a-z]+)_/.exec(container)?.[1] ?? '']
  if (!section) throw new Error(`There is no section of ${container}.`)
  return (await section()).default
}

export const explain = (failure: SectionFailure): Promise<SectionFailure> => Promise.resolve(failure)
