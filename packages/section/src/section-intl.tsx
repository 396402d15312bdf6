import { inLocale } from '@holdall/api'
import { type ReactNode, useMemo } from 'react'
import { IntlProvider, type IntlConfig } from 'react-intl'
import type { Lazy, Messages, SectionModule } from './contract.ts'
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

/**
 * Provides a section's messages. Precedence: the operator's edit, the section's locale, the section's en-US. Suspends
 * until they are loaded.
 */
export function SectionIntl({ section, language: { locale, edits }, children }: SectionIntlProps) {
  const own = useLazy(messagesFor(section, locale))
  const messages = useMemo(() => ({ ...own, ...edits }) as Texts, [own, edits])
  return (
    <IntlProvider locale={locale} defaultLocale="en-US" messages={messages}>
      {children}
    </IntlProvider>
  )
}
