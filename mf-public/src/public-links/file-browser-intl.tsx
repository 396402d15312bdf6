import { messagesFor, type SectionMessages, useLazy } from '@holdall/section'
import type { ReactNode } from 'react'
import { IntlProvider, useIntl } from 'react-intl'
import { fileBrowserMessages } from './file-browser-messages.ts'

interface FurtherIntlProps {
  readonly further: SectionMessages
  readonly children: ReactNode
}

/** Adds messages that are not fetched with sign-in to those of the section. */
export function FurtherIntl({ further, children }: FurtherIntlProps) {
  const { locale, defaultLocale, messages } = useIntl()
  const loaded = useLazy(messagesFor({ messages: further }, locale))
  return (
    <IntlProvider
      locale={locale}
      defaultLocale={defaultLocale}
      messages={{ ...loaded, ...messages } as Record<string, string>}
    >
      {children}
    </IntlProvider>
  )
}

/** Adds the file browser's messages to those of the section. */
export const FileBrowserIntl = ({ children }: Pick<FurtherIntlProps, 'children'>) => (
  <FurtherIntl further={fileBrowserMessages}>{children}</FurtherIntl>
)
