import { SectionManifest, type ComposedSection, type Sections } from '@holdall/api'

/** The server's composition, with its sections replaced by the local ones of the same id. */
export function withLocal(composed: Sections, local: readonly ComposedSection[]): Sections {
  const ids = new Set(local.map(({ id }) => id))
  return { ...composed, sections: [...composed.sections.filter(({ id }) => !ids.has(id)), ...local] }
}

/** The section of the development server at `origin`; null while its build has errors. */
export async function localSection(origin: string): Promise<ComposedSection | null> {
  const answer = await fetch(`${origin}/section.json`)
  if (!answer.ok) return null
  const { messages: _, translations: __, ...manifest } = SectionManifest.parse(await answer.json())
  // Files change with each edit, so they have no integrity hashes. The development shell does not require them.
  const section = { ...manifest, integrity: {}, base: `${origin}/` }
  return { state: 'ok', id: manifest.id, section, fallback: null }
}
