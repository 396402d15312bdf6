import type { ReactNode } from 'react'
import { IntlProvider, useIntl } from 'react-intl'
import type { SectionMessages } from './contract.ts'
import { useLazy } from './lazy.ts'
import { messagesFor } from './section-intl.tsx'

interface FurtherIntlProps {
  readonly further: SectionMessages
  readonly children: ReactNode
}

/** Adds messages that are fetched with the pages that show them to those of the section. List them as `packageMessages`. */
export function FurtherIntl({ further, children }: FurtherIntlProps) {
  const { locale, defaultLocale, messages, timeZone } = useIntl()
  const loaded = useLazy(messagesFor({ messages: further }, locale))
  return (
    <IntlProvider
      locale={locale}
      defaultLocale={defaultLocale}
      messages={{ ...loaded, ...messages } as Record<string, string>}
      {...(timeZone && { timeZone })}
    >
      {children}
    </IntlProvider>
  )
}
