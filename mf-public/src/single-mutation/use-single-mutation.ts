import { type MutationKey, useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query'

/** A mutation that cannot be started again while it runs, as by a double click. */
export function useSingleMutation<Data, Variables>(
  options: UseMutationOptions<Data, Error, Variables> & { readonly mutationKey: MutationKey },
) {
  const client = useQueryClient()
  const mutation = useMutation(options)
  return {
    ...mutation,
    mutate: (variables: Variables) => {
      if (client.isMutating({ mutationKey: options.mutationKey }) === 0) mutation.mutate(variables)
    },
  }
}
