import { useMutation } from '@tanstack/react-query'
import { showFailure, showToast, type ToastMessage } from '#web/ui/toast.ts'
import { ApiError, queryClient } from './call-api.ts'

interface ChangeOptions<Input, Reply> {
  send: (input: Input) => Promise<Reply>
  /** The paths of reads that it affects. They are reloaded after errors too, which often mean that others were faster. */
  affects?: readonly string[]
  /** Those of them that are reloaded before `onDone`, so that a list has a new row before its form is gone. */
  reloadsFirst?: readonly string[]
  onDone?: (reply: Reply, input: Input) => void
  onFailed?: (error: ApiError, input: Input) => void
  /** The toast once it is done. */
  toast?: (reply: Reply, input: Input) => ToastMessage
  /** The title of the toast if it failed; absent if the screen itself shows the error. */
  failed?: string
  /** In that toast, if no sentence came from the server. */
  fallback?: string
  /** Pending until what it affects is reloaded. Otherwise the screen is free at once: the change is already made. */
  isReloadAwaited?: boolean
}

/** The server's sentence for a refused change, or the fallback if the server said nothing. */
export const failureOf = ({ code, sentence }: ApiError, fallback = sentence): string =>
  code === 'unreachable' || code === 'unreadable' ? fallback : sentence

/** Reloads reads by their paths. */
export const reload = (paths: readonly string[]): Promise<unknown> =>
  Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))

/** A change on the server by a press of a button. */
export function useChange<Input = void, Reply = unknown>(options: ChangeOptions<Input, Reply>) {
  const { send, affects = [], reloadsFirst = [], onDone, onFailed, toast, failed, fallback, isReloadAwaited } = options
  return useMutation<Reply, ApiError, Input>({
    mutationFn: async (input) => {
      const reply = await send(input)
      await reload(reloadsFirst)
      return reply
    },
    onSuccess: (reply, input) => {
      onDone?.(reply, input)
      if (toast) showToast(toast(reply, input))
    },
    onError: (error, input) => {
      onFailed?.(error, input)
      if (failed) showFailure(failed, failureOf(error, fallback))
    },
    onSettled: () => {
      const reloaded = reload(affects)
      return isReloadAwaited ? reloaded : undefined
    },
  })
}

/** Long enough to look at what has changed. */
const UNDO_MS = 20_000

/** The part of a toast that takes back what it tells; `affects` as above. */
export function undoable(undo: () => Promise<unknown>, affects: readonly string[]): Partial<ToastMessage> {
  const tell = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    showToast({ title: 'Not undone', description: error.sentence, tone: 'danger' })
  }
  const handlePress = () =>
    void undo()
      .then(() => showToast({ title: 'Change undone' }), tell)
      .finally(() => reload(affects))
  return { action: { label: 'Undo', altText: 'Undo this change', onPress: handlePress }, durationMs: UNDO_MS }
}
