import { adminRoutes } from './admin/routes.ts'
import { adminSectionsRoutes } from './admin/sections/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { filesRoutes } from './files/routes.ts'
import type { Route } from './http/handle.ts'
import { metaRoutes } from './meta/routes.ts'
import { publicShareRoutes } from './public-share/routes.ts'
import type { Services } from './services.ts'
import { setupRoutes } from './setup/routes.ts'
import { sharingRoutes } from './sharing/routes.ts'
import { trashRoutes } from './trash/routes.ts'
import { uiRoutes } from './ui/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { usersRoutes } from './users/routes.ts'

/** Every feature's routes. */
export const allRoutes = (services: Services): readonly Route[] => [
  ...adminRoutes(services),
  ...adminSectionsRoutes(services),
  ...authRoutes(services),
  ...contentRoutes(services),
  ...filesRoutes(services),
  ...metaRoutes(services),
  ...publicShareRoutes(services),
  ...setupRoutes(services),
  ...sharingRoutes(services),
  ...trashRoutes(services),
  ...uiRoutes(services),
  ...uploadRoutes(services),
  ...usersRoutes(services),
]
