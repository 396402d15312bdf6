import type { RouteAccess } from '@holdall/api'
import type { ComponentType } from 'react'
import type { HostApi } from './host.ts'
import type { PopupName, PopupProps } from './popups.ts'
import type { RemoteUploadCalls } from './remote-upload-calls.ts'

/**
 * Version of the contract between shell and sections. An addition raises the minor version, any other change the major
 * one.
 */
export const SHELL_API_VERSION = '1.7.0'

/** Code that is fetched when it is first used: `() => import('./page.tsx').then((m) => m.Page)`. */
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
  /** Position in the navigation, ascending from its top. */
  readonly order: number
  readonly access: RouteAccess
}
/** Icons that the shell has for the navigation, by name. */
export type NavIcon = 'folder' | 'dashboard' | 'user' | 'share' | 'grid'

/** Places where any section may render a component, each with the props that the component gets. */
export interface SlotProps {
  /** The footer of the sign-in page's card. */
  'sign-in.foot': Record<never, never>
  /** The corner of every page, above the upload tray, while the user has remote uploads. */
  'app.remote-uploads': Record<never, never>
  /** A corner of the page of a link, while its visitor has remote uploads. */
  'link.remote-uploads': {
    readonly token: string
    /** Name of the folder of the link. */
    readonly name: string
    readonly calls: RemoteUploadCalls
    /** Shows why a call has failed. */
    readonly report: (error: unknown) => void
  }
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
  /** The signal aborts once the query has changed. A rejection is shown as results that are missing. */
  readonly find: Lazy<
    (query: string, host: HostApi, signal: AbortSignal, text: SpotlightText) => Promise<readonly SpotlightResult[]>
  >
}
/** A message of the section that has the provider, in the user's language. */
export type SpotlightText = (id: string, values?: Readonly<Record<string, string | number>>) => string

/** The messages of a section or a package, by locale. */
export type SectionMessages = { readonly 'en-US': Lazy<Messages> } & Readonly<Partial<Record<Locale, Lazy<Messages>>>>

/** The description of a section: data, and lazy imports of its code. Importing it runs none of that code. */
export interface SectionModule {
  readonly kind: 'section'
  readonly id: 'platform' | 'admin' | 'public' | 'setup' | (string & {})
  readonly version: string
  readonly requires: { readonly shellApi: string; readonly server?: string }
  readonly routes: readonly SectionRoute[]
  /** Name -> path pattern: `Files` -> `/platform/files/:id?`. Any section can navigate to them. */
  readonly namedRoutes?: Readonly<Record<string, string>>
  readonly nav?: readonly NavEntry[]
  readonly slots?: readonly { [N in SlotName]: SlotFill<N> }[SlotName][]
  /** Popup name -> component. Any section can open them by name. */
  readonly popups?: { readonly [N in PopupName]?: Lazy<ComponentType<PopupProps<N>>> }
  readonly spotlight?: readonly SpotlightProvider[]
  readonly messages: SectionMessages
  /**
   * Messages that packages in its pages load themselves. Listed here, they are in section.json and operators can edit
   * them.
   */
  readonly packageMessages?: readonly SectionMessages[]
  /** Runs once when the section is first loaded. What it starts has to stop when the signal aborts. */
  start?(host: HostApi, signal: AbortSignal): void | Promise<void>
}

/** Types the description of a section, and adds `kind`. */
export function defineSection(section: Omit<SectionModule, 'kind'>): SectionModule {
  return { kind: 'section', ...section }
}
