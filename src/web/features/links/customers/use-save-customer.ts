import { useMutation } from '@tanstack/react-query'
import type { Customer, createCustomer, updateCustomer, updateCustomerNotes } from '#contract/links/customers.ts'
import type { CustomerId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { showToast } from '#web/ui/toast.ts'
import { followCustomers } from './customer-data.ts'
import { type CustomerFields, customerBody } from './customer-fields.ts'

/** Adds a customer. The form, not a toast, handles a known address. */
export function useCreateCustomer() {
  return useMutation<Customer, ApiError, CustomerFields>({
    mutationFn: (fields) =>
      callApi<typeof createCustomer>('POST', '/api/sales/customers', {
        body: { ...customerBody(fields), notes: fields.notes.trim() || null },
      }),
    onSuccess: () =>
      showToast({ title: 'Customer Created', description: 'New customer has been added to your database.' }),
    onError: (error) => {
      if (error.code !== 'customer_exists')
        showToast({ title: 'Error', description: 'Failed to create customer', tone: 'danger' })
    },
    onSettled: followCustomers,
  })
}

/** Changes a customer's data; their notes have a separate call. */
export function useUpdateCustomer(customerId: CustomerId) {
  return useMutation<Customer, ApiError, CustomerFields>({
    mutationFn: (fields) =>
      callApi<typeof updateCustomer>('PUT', '/api/sales/customers/:customerId', {
        params: { customerId },
        body: customerBody(fields),
      }),
    onSuccess: () => showToast({ title: 'Customer Updated', description: 'The customer’s details have been saved.' }),
    onError: (error) => {
      if (error.code !== 'customer_exists')
        showToast({ title: 'Error', description: 'Failed to update customer', tone: 'danger' })
    },
    onSettled: followCustomers,
  })
}

/** Replaces the notes on a customer. */
export function useSaveNotes(customerId: CustomerId) {
  return useMutation<Customer, ApiError, string>({
    mutationFn: (notes) =>
      callApi<typeof updateCustomerNotes>('PATCH', '/api/sales/customers/:customerId/notes', {
        params: { customerId },
        body: { notes },
      }),
    onSuccess: () => showToast({ title: 'Notes Saved', description: 'Customer notes have been saved.' }),
    onError: () => showToast({ title: 'Error', description: 'Failed to update notes', tone: 'danger' }),
    onSettled: followCustomers,
  })
}
