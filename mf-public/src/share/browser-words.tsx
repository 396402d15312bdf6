import { type Lazy, type Messages, messagesFor, useLazy } from '@holdall/section'
import type { ReactNode } from 'react'
import { IntlProvider, useIntl } from 'react-intl'

const words: { readonly 'en-US': Lazy<Messages> } & Readonly<Record<string, Lazy<Messages>>> = {
  'en-US': () => import('@holdall/file-browser/messages/en-US.json').then((m) => m.default),
  de: () => import('@holdall/file-browser/messages/de.json').then((m) => m.default),
  ar: () => import('@holdall/file-browser/messages/ar.json').then((m) => m.default),
}

/** The file browser's own words below those of the section, fetched with the first folder and not with sign-in. */
export function BrowserWords({ children }: { readonly children: ReactNode }) {
  const { locale, defaultLocale, messages } = useIntl()
  const browser = useLazy(messagesFor({ messages: words }, locale))
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
