import { messagesFor, useLazy } from '@holdall/section'
import type { ReactNode } from 'react'
import { IntlProvider, useIntl } from 'react-intl'
import { browserMessages } from './browser-messages.ts'

/** The file browser's own words below those of the section. */
export function BrowserWords({ children }: { readonly children: ReactNode }) {
  const { locale, defaultLocale, messages } = useIntl()
  const browser = useLazy(messagesFor({ messages: browserMessages }, locale))
  return (
    <IntlProvider
      locale={locale}
      defaultLocale={defaultLocale}
      messages={{ ...browser, ...messages } as Record<string, string>}
    >
      {children}
    </IntlProvider>
  )
}
