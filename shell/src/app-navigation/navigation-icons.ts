import type { IconType } from '@holdall/ui'
import { CircleUserRound, Folder, LayoutDashboard, LayoutGrid, Share2 } from '@holdall/ui/icons'

const icons: Readonly<Record<string, IconType>> = {
  folder: Folder,
  dashboard: LayoutDashboard,
  user: CircleUserRound,
  share: Share2,
  grid: LayoutGrid,
}

/** The icon of a navigation entry; a name that this shell does not know gets a neutral one. */
export const navIcon = (name: string): IconType => icons[name] ?? LayoutGrid
