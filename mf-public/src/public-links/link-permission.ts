import type { SharePermission } from '@holdall/api'
import { createContext, use } from 'react'

/** What somebody may do with files: an owner everything, the visitor of a link what its detail says. */
export type Permission = 'master' | SharePermission

/** Outside of a link nothing reduces the rights of the owner. */
const PermissionContext = createContext<Permission>('master')

/** Provides the permission of the detail of a link. */
export const LinkPermission = PermissionContext.Provider

export const usePermission = (): Permission => use(PermissionContext)

/** Whether entries may be added, changed and moved to the trash. */
export const mayEdit = (permission: Permission): boolean => permission !== 'visitor'
