import { useHost } from '@holdall/section'
import { IconButton, LanguageMenu } from '@holdall/ui'
import { SunMoon } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'

/** The language and the theme of the wizard. `side`: where the menu of the languages opens. */
export function DisplayControls({ side }: { readonly side: 'top' | 'bottom' }) {
  const { language, theme } = useHost()
  const intl = useIntl()
  return (
    <>
      <LanguageMenu side={side} label={intl.formatMessage({ id: 'language.label' })} language={language} />
      <IconButton icon={SunMoon} label={intl.formatMessage({ id: 'theme.toggle' })} onClick={() => theme.toggle()} />
    </>
  )
}
