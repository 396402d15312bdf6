import { useHost } from '@holdall/section'
import { Icon, IconButton, TextButton } from '@holdall/ui'
import { SunMoon } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'

/** Toggles light and dark: an icon in a header, icon and label in a footer. */
export function ThemeButton({ hasLabel = false }: { readonly hasLabel?: boolean }) {
  const { theme } = useHost()
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'theme.toggle' })
  const toggle = () => theme.toggle()
  if (!hasLabel) return <IconButton icon={SunMoon} label={label} onClick={toggle} />
  return (
    <TextButton title={label} onClick={toggle}>
      <Icon as={SunMoon} size={16} />
      {intl.formatMessage({ id: 'theme.short' })}
    </TextButton>
  )
}
