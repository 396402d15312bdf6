import { messagesFor, useLazy } from '@holdall/section'
import type { ReactNode } from 'react'
import { IntlProvider, useIntl } from 'react-intl'
import { fileBrowserMessages } from './file-browser-messages.ts'

/** Adds the file browser's messages to those of the section. */
export function FileBrowserIntl({ children }: { readonly children: ReactNode }) {
  const { locale, defaultLocale, messages } = useIntl()
  const browser = useLazy(messagesFor({ messages: fileBrowserMessages }, locale))
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
