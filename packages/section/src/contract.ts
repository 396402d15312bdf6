import type { RouteAccess } from '@holdall/api'
import type { ComponentType } from 'react'
import type { HostApi } from './host.ts'
import type { PopupName, PopupProps } from './popups.ts'

/** Of the contract between shell and sections. Adding is a minor; anything else is a major, which the shell serves beside the one before. */
export const SHELL_API_VERSION = '1.2.0'

/** Code that is fetched when it is first needed: `() => import('./page.tsx').then((m) => m.Page)`. */
export type Lazy<T> = () => Promise<T>
/** Message id -> ICU text. */
export type Messages = Readonly<Record<string, string>>
/** BCP 47. */
export type Locale = string

export interface SectionRoute {
  /** Absolute; `:name` and `:name?` for parameters. */
  readonly path: string
  readonly access: RouteAccess
  /** Message id of the document's title. */
  readonly titleKey: string
  readonly page: Lazy<ComponentType>
}

export interface NavEntry {
  readonly id: string
  readonly path: string
  readonly labelKey: string
  readonly icon: NavIcon
  /** Ascending from the top of the rail. */
  readonly order: number
  readonly access: RouteAccess
}
/** Icons that the shell draws in the rail, by name. */
export type NavIcon = 'folder' | 'dashboard' | 'user' | 'share' | 'grid'

/** Places in the shell that a section may fill, with the props each hands over. */
export interface SlotProps {
  /** The footer of the sign-in page's card. */
  'sign-in.foot': Record<never, never>
}
export type SlotName = keyof SlotProps
export interface SlotFill<N extends SlotName = SlotName> {
  readonly slot: N
  readonly component: Lazy<ComponentType<SlotProps[N]>>
}

export interface SpotlightResult {
  readonly id: string
  readonly title: string
  readonly subtitle?: string
  readonly icon: string
  readonly run: () => void
}
export interface SpotlightProvider {
  readonly id: string
  readonly labelKey: string
  readonly access: RouteAccess
  readonly find: Lazy<(query: string, host: HostApi, signal: AbortSignal) => Promise<readonly SpotlightResult[]>>
}

/** The messages of a section or a package, by locale. */
export type SectionMessages = { readonly 'en-US': Lazy<Messages> } & Readonly<Partial<Record<Locale, Lazy<Messages>>>>

/** What a section is. Data first, code behind lazy imports; nothing runs on import. */
export interface SectionModule {
  readonly kind: 'section'
  readonly id: 'platform' | 'admin' | 'public' | 'setup' | (string & {})
  readonly version: string
  readonly requires: { readonly shellApi: string; readonly server?: string }
  readonly routes: readonly SectionRoute[]
  /** SPEC "Named routes": `Files` -> `/platform/files/:id?`. */
  readonly namedRoutes?: Readonly<Record<string, string>>
  readonly nav?: readonly NavEntry[]
  readonly slots?: readonly SlotFill[]
  /** Opened by name from anywhere. */
  readonly popups?: { readonly [N in PopupName]?: Lazy<ComponentType<PopupProps<N>>> }
  readonly spotlight?: readonly SpotlightProvider[]
  readonly messages: SectionMessages
  /** Messages of packages that its pages fetch by themselves: named here, an operator can edit them too. */
  readonly packageMessages?: readonly SectionMessages[]
  /** Runs once when the section is first loaded; what it starts ends with the signal. */
  start?(host: HostApi, signal: AbortSignal): void | Promise<void>
}

/** Checks the shape in the author's editor; adds `kind`. */
export function defineSection(section: Omit<SectionModule, 'kind'>): SectionModule {
  return { kind: 'section', ...section }
}
