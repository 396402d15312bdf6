import {
  fetchOnce,
  forgetFailures,
  type Language,
  type Lazy,
  messagesFor,
  type PopupName,
  type PopupProps,
  SectionIntl,
  type SectionModule,
} from '@holdall/section'
import type { ComponentType } from 'react'
import type { ShellSections } from './sections.ts'

export type ResolvePopup = (name: PopupName) => Promise<ComponentType<PopupProps>>

/** Finds popups by name in whichever section owns them, and loads that section if necessary. */
export function createPopups(sections: ShellSections, language: Language): ResolvePopup {
  /** Per loaded version of a section. */
  const known = new WeakMap<SectionModule, Map<PopupName, ComponentType<PopupProps>>>()
  return async (name) => {
    const owner = sections.served().find(({ popups }) => popups.includes(name))
    if (!owner) throw new Error(`No section in use has a popup named ${name}.`)
    const { module } = await sections.reload(owner.id)
    const ofModule = known.get(module) ?? new Map<PopupName, ComponentType<PopupProps>>()
    known.set(module, ofModule)
    const Popup = ofModule.get(name) ?? (await fetchPopup(module, language, name))
    ofModule.set(name, Popup)
    return Popup
  }
}

async function fetchPopup(module: SectionModule, language: Language, name: PopupName) {
  const lazy = module.popups?.[name] as Lazy<ComponentType<PopupProps>> | undefined
  if (!lazy) throw new Error(`Section ${module.id} announced the popup ${name} and does not have it.`)
  try {
    const [Content] = await Promise.all([fetchOnce(lazy), fetchOnce(messagesFor(module, language.locale))])
    return withMessages(module, language, Content)
  } catch (error) {
    forgetFailures()
    throw error
  }
}

function withMessages(
  section: SectionModule,
  language: Language,
  Content: ComponentType<PopupProps>,
): ComponentType<PopupProps> {
  return function SectionPopup(props) {
    return (
      <SectionIntl section={section} language={language}>
        <Content {...props} />
      </SectionIntl>
    )
  }
}
