import * as z from '@holdall/schema'
import type { ClientConfig } from './client-config.ts'
import type { User } from './user.ts'

export const RouteAccess = z.enum(['anyone', 'user', 'admin'])
export type RouteAccess = z.infer<typeof RouteAccess>

export const ManifestRoute = z.object({ path: z.string(), access: RouteAccess, titleKey: z.string() })
export type ManifestRoute = z.infer<typeof ManifestRoute>

export const ManifestNav = z.object({
  id: z.string(),
  path: z.string(),
  labelKey: z.string(),
  /** Locale -> label, so that the navigation is complete before any section code is fetched. */
  labels: z.record(z.string(), z.string()),
  icon: z.string(),
  order: z.number(),
  access: RouteAccess,
})
export type ManifestNav = z.infer<typeof ManifestNav>

/** Locale -> message id -> ICU text. */
export const LocaleMessages = z.record(z.string(), z.record(z.string(), z.string()))
export type LocaleMessages = z.infer<typeof LocaleMessages>

/**
 * section.json: the description of a section, readable without running it. Written by the build, read by server and
 * shell.
 */
export const SectionManifest = z.object({
  kind: z.literal('section'),
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/)),
  requires: z.object({
    /** Semver range of SHELL_API_VERSION. */
    shellApi: z.string(),
    /** Semver range of the server's version. */
    server: z.optional(z.string()),
    /** Package -> semver range with the oldest version that the section accepts. */
    shared: z.record(z.string(), z.string()),
  }),
  routes: z.array(ManifestRoute),
  namedRoutes: z.record(z.string(), z.string()),
  nav: z.array(ManifestNav),
  popups: z.array(z.string()),
  slots: z.array(z.string()),
  spotlight: z.boolean(),
  locales: z.array(z.string()),
  /** Message id -> en-US text. */
  messages: z.record(z.string(), z.string()),
  /** The other locales: locale -> message id -> ICU text. */
  translations: z.optional(LocaleMessages),
  /** Name of the global variable of the federation container. */
  container: z.string(),
  /** File name of the federation container. All file names are relative to the section's folder. */
  entry: z.string(),
  preload: z.array(z.string()),
  /** Route path -> chunks that its page needs, for preload hints. */
  routePreload: z.record(z.string(), z.array(z.string())),
  /** Locale -> chunks with the section's messages, for preload hints. */
  localePreload: z.optional(z.record(z.string(), z.array(z.string()))),
  /** File name -> `sha384-…`, for every file that is served. */
  integrity: z.record(z.string(), z.string()),
})
export type SectionManifest = z.infer<typeof SectionManifest>

/**
 * What the name of a section's container begins with. Versions and builds have different names, because two can be in one
 * page: when the newest failed and the last good one is loaded, or when the server was upgraded. With one name they would
 * share their modules.
 */
export const containerName = (id: string, version: string): string => `mf_${id}_${version}`.replaceAll(/\W/g, '_')

/** A manifest as the page gets it: without messages, with the address of its folder (`base`, ends in a slash). */
export const ServedSection = z.extend(z.omit(SectionManifest, { messages: true, translations: true }), {
  base: z.string(),
})
export type ServedSection = z.infer<typeof ServedSection>

/**
 * One section as the server composes it. `incompatible`: its `requires` does not fit; `broken`: it cannot be read;
 * `disabled`: turned off. `fallback` is the last good version where one is installed.
 */
export const ComposedSection = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ok'), id: z.string(), section: ServedSection, fallback: z.nullable(ServedSection) }),
  z.object({
    state: z.literal('incompatible'),
    id: z.string(),
    version: z.string(),
    routes: z.array(ManifestRoute),
    nav: z.array(ManifestNav),
    needs: z.string(),
    has: z.string(),
    fallback: z.nullable(ServedSection),
  }),
  z.object({
    state: z.literal('broken'),
    id: z.string(),
    version: z.nullable(z.string()),
    reason: z.string(),
    /** Set where its section.json can still be read. */
    routes: z.optional(z.array(ManifestRoute)),
    nav: z.optional(z.array(ManifestNav)),
    fallback: z.nullable(ServedSection),
  }),
  z.object({ state: z.literal('disabled'), id: z.string() }),
])
export type ComposedSection = z.infer<typeof ComposedSection>

/** The answer of /ui/sections.json. */
export const Sections = z.object({
  shell: z.object({
    version: z.string(),
    api: z.string(),
    /** Hash of the shell's build; absent in development. */
    build: z.optional(z.string()),
  }),
  sections: z.array(ComposedSection),
})
export type Sections = z.infer<typeof Sections>

/** The JSON data block inlined in index.html under the id `holdall-boot`. */
export interface BootData {
  readonly config: ClientConfig
  /** The operator's edits for the page's locale; when absent they are fetched. */
  readonly translations?: Readonly<Record<string, string>>
  /** The signed-in user; when absent the user is fetched. */
  readonly user?: User
  readonly sections: Sections
}
