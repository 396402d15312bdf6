import { adminDashboard, newUsers, type Output } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useQuery } from '@tanstack/react-query'

export type Dashboard = Output<typeof adminDashboard>['data']['attributes']
export type NewUser = Output<typeof newUsers>['data'][number]
export type Traffic = Dashboard['disk']['upload']

export const useDashboard = () =>
  useQuery({
    queryKey: ['admin', 'dashboard'],
    queryFn: async ({ signal }) => (await api.call(adminDashboard, {}, { signal })).data.attributes,
  })

export const useNewUsers = () =>
  useQuery({
    queryKey: ['admin', 'new-users'],
    queryFn: async ({ signal }) => (await api.call(newUsers, {}, { signal })).data,
  })
