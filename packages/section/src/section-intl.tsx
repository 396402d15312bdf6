import { inLocale, intlTimeZone } from '@holdall/api'
import { type ReactNode, use, useMemo } from 'react'
import { IntlProvider, type IntlConfig } from 'react-intl'
import type { Lazy, Messages, SectionModule } from './contract.ts'
import type { Session } from './host.ts'
import { HostContext, useReadable } from './hooks.ts'
import { useLazy } from './lazy.ts'

/** ICU text, or the parsed form that the build makes of it. */
export type Texts = NonNullable<IntlConfig['messages']>

/** The language of the page. */
export interface Language {
  /** BCP 47. */
  readonly locale: string
  /** Message id -> the operator's text, which takes precedence. */
  readonly edits: Texts
}

/** A section's messages in the locale, else in its language, else in en-US. */
export function messagesFor({ messages }: Pick<SectionModule, 'messages'>, locale: string): Lazy<Messages> {
  return inLocale(messages, locale) ?? messages['en-US']
}

interface SectionIntlProps {
  readonly section: Pick<SectionModule, 'messages'>
  readonly language: Language
  readonly children: ReactNode
}

/** For places that are rendered outside of the shell, where there is no account. */
const anonymous: Session = { state: 'anonymous' }
const nobody = { get: () => anonymous, subscribe: () => () => {} }

/** The time zone of the account; undefined is that of the device. */
function useTimeZone(): string | undefined {
  const session = useReadable(use(HostContext)?.session ?? nobody)
  const stored = session.state === 'signed-in' ? session.user.relationships.settings.data.attributes.timezone : null
  return useMemo(() => intlTimeZone(stored), [stored])
}

/**
 * Provides a section's messages, and dates in the account's time zone. Precedence: the operator's edit, the section's
 * locale, the section's en-US. Suspends until they are loaded.
 */
export function SectionIntl({ section, language: { locale, edits }, children }: SectionIntlProps) {
  const own = useLazy(messagesFor(section, locale))
  const messages = useMemo(() => ({ ...own, ...edits }) as Texts, [own, edits])
  const timeZone = useTimeZone()
  return (
    <IntlProvider locale={locale} defaultLocale="en-US" messages={messages} {...(timeZone && { timeZone })}>
      {children}
    </IntlProvider>
  )
}
