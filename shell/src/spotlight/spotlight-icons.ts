import type { Hue, IconType } from '@holdall/ui'
import {
  CircleUserRound,
  Clock,
  File,
  FileArchive,
  FileCode,
  FileSpreadsheet,
  FileText,
  Film,
  Folder,
  Image,
  LayoutDashboard,
  LayoutGrid,
  Link,
  List,
  LogOut,
  Maximize,
  Minimize,
  Moon,
  Music,
  Palette,
  Plus,
  Search,
  Settings,
  Share2,
  Smile,
  Sun,
  Trash2,
  Users,
} from '@holdall/ui/icons'

interface Look {
  readonly icon: IconType
  readonly hue: Hue
  /** Whether the icon is mirrored in right-to-left languages. */
  readonly flip?: boolean
}

const looks: Readonly<Record<string, Look>> = {
  folder: { icon: Folder, hue: 'green' },
  file: { icon: File, hue: 'grey' },
  document: { icon: FileText, hue: 'blue' },
  image: { icon: Image, hue: 'teal' },
  video: { icon: Film, hue: 'violet' },
  audio: { icon: Music, hue: 'pink' },
  pdf: { icon: FileText, hue: 'red' },
  sheet: { icon: FileSpreadsheet, hue: 'green' },
  slides: { icon: FileText, hue: 'orange' },
  archive: { icon: FileArchive, hue: 'amber' },
  design: { icon: Palette, hue: 'orange' },
  code: { icon: FileCode, hue: 'grey' },
  user: { icon: CircleUserRound, hue: 'grey' },
  users: { icon: Users, hue: 'grey' },
  dashboard: { icon: LayoutDashboard, hue: 'grey' },
  grid: { icon: LayoutGrid, hue: 'grey' },
  list: { icon: List, hue: 'grey' },
  search: { icon: Search, hue: 'grey' },
  clock: { icon: Clock, hue: 'grey' },
  link: { icon: Link, hue: 'grey' },
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
export const resultLook = (name: string): Look => looks[name] ?? { icon: File, hue: 'grey' }
