import { useIsPhone } from '@holdall/ui'
import { BottomBar } from './BottomBar.tsx'
import { useNavigationShown } from './entries.ts'
import { Rail } from './Rail.tsx'

/** The way between the parts of the product: a rail at the side, on a phone a bar at the foot. */
export function Navigation() {
  const shown = useNavigationShown()
  const phone = useIsPhone()
  if (!shown) return null
  return phone ? <BottomBar /> : <Rail />
}
