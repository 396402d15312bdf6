import { kindLooks } from '@holdall/file-browser'
import type { Hue, IconType } from '@holdall/ui'
import {
  CircleUserRound,
  Clock,
  Folder,
  Inbox,
  LayoutDashboard,
  LayoutGrid,
  Link,
  List,
  LogOut,
  MailPlus,
  Maximize,
  Minimize,
  Moon,
  Plus,
  Search,
  Settings,
  Share2,
  Smile,
  Sun,
  Trash2,
  Users,
  UsersRound,
} from '@holdall/ui/icons'

interface Look {
  readonly icon: IconType
  readonly hue: Hue
  /** Whether the icon is mirrored in right-to-left languages. */
  readonly flip?: boolean
}

/** By the names that results give. */
const looks: Readonly<Record<string, Look>> = {
  ...kindLooks,
  file: kindLooks.other,
  folder: { icon: Folder, hue: 'green' },
  user: { icon: CircleUserRound, hue: 'grey' },
  users: { icon: Users, hue: 'grey' },
  dashboard: { icon: LayoutDashboard, hue: 'grey' },
  grid: { icon: LayoutGrid, hue: 'grey' },
  list: { icon: List, hue: 'grey' },
  search: { icon: Search, hue: 'grey' },
  clock: { icon: Clock, hue: 'grey' },
  link: { icon: Link, hue: 'grey' },
  'file-request': { icon: MailPlus, hue: 'grey' },
  'team-folders': { icon: UsersRound, hue: 'grey' },
  'shared-with-me': { icon: Inbox, hue: 'grey' },
  'full-screen': { icon: Maximize, hue: 'grey' },
  'end-full-screen': { icon: Minimize, hue: 'grey' },
  share: { icon: Share2, hue: 'grey' },
  trash: { icon: Trash2, hue: 'grey' },
  settings: { icon: Settings, hue: 'grey' },
  create: { icon: Plus, hue: 'grey' },
  emoji: { icon: Smile, hue: 'grey' },
  sun: { icon: Sun, hue: 'grey' },
  moon: { icon: Moon, hue: 'grey' },
  'log-out': { icon: LogOut, hue: 'grey', flip: true },
}

/** Icon and colour of a result; unknown names get the icon of a file. */
export const resultLook = (name: string): Look => looks[name] ?? kindLooks.other
