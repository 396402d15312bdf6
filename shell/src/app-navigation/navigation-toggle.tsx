import { usePreferences } from '@holdall/section'
import { IconButton } from '@holdall/ui'
import { PanelLeftClose, PanelLeftOpen } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'

const Tool = styled(IconButton)`
  inline-size: 40px;
  block-size: 40px;
`
const Strip = styled.div`
  flex: none;
  inline-size: 44px;
  padding-block-start: 16px;
  padding-inline: 2px;
`

/** Hides the navigation bars, or shows them again; the browser remembers it. */
export function NavigationToggle() {
  const { preferences } = useShell()
  const { navigationVisible } = usePreferences()
  const intl = useIntl()
  return (
    <Tool
      data-navigation-toggle
      icon={navigationVisible ? PanelLeftClose : PanelLeftOpen}
      iconSize={20}
      flip
      label={intl.formatMessage({ id: navigationVisible ? 'navigation.hide' : 'navigation.show' })}
      onClick={() => {
        preferences.set('navigationVisible', !navigationVisible)
        // The button goes with its bar: the one in its place gets the focus.
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-navigation-toggle]')?.focus())
      }}
    />
  )
}

/** In place of the rail while it is hidden. */
export const HiddenNavigation = () => (
  <Strip>
    <NavigationToggle />
  </Strip>
)
