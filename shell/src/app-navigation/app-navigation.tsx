import { useIsPhone } from '@holdall/ui'
import { BottomBar } from './bottom-bar.tsx'
import { useNavigationShown } from './navigation-entries.ts'
import { NavigationRail } from './navigation-rail.tsx'

/** Links to the areas of the product: a rail at the side, on a phone a bar at the bottom. */
export function AppNavigation() {
  const shown = useNavigationShown()
  const phone = useIsPhone()
  if (!shown) return null
  return phone ? <BottomBar /> : <NavigationRail />
}
