import { SectionManifest, type ComposedSection, type Sections } from '@holdall/api'

/** The server's composition, with the sections that are built here in place of its own. */
export function withLocal(composed: Sections, local: readonly ComposedSection[]): Sections {
  const ids = new Set(local.map(({ id }) => id))
  return { ...composed, sections: [...composed.sections.filter(({ id }) => !ids.has(id)), ...local] }
}

/** A section of a development server, at its address; null while it has no build without errors. */
export async function localSection(origin: string): Promise<ComposedSection | null> {
  const answer = await fetch(`${origin}/section.json`)
  if (!answer.ok) return null
  const { messages: _, translations: __, ...manifest } = SectionManifest.parse(await answer.json())
  // What changes under the developer's hands has no integrity; the development shell takes it without.
  const section = { ...manifest, integrity: {}, base: `${origin}/` }
  return { state: 'ok', id: manifest.id, section, fallback: null }
}
