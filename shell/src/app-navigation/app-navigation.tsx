import { usePreferences } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { AccountBarsLoader } from '../account-bars/account-bars-loader.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { useNavigationShown } from './navigation-entries.ts'
import { NavigationRail } from './navigation-rail.tsx'
import { ShortcutKeys } from '../shortcuts/shortcut-keys.tsx'
import { HiddenNavigation } from './navigation-toggle.tsx'

/** Links to the areas of the product: a rail at the side, which can be hidden; on a phone a bar at the bottom. */
export function AppNavigation() {
  const shown = useNavigationShown()
  const { navigationVisible } = usePreferences()
  const phone = useIsPhone()
  if (!shown) return null
  return (
    <>
      <AccountBarsLoader />
      <ShortcutKeys />
      {phone ? <BottomBar /> : navigationVisible ? <NavigationRail /> : <HiddenNavigation />}
    </>
  )
}
