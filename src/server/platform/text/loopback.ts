const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|(::ffff:)127(\.\d{1,3}){3})$/i

/** Whether a host name or address means this machine itself, so that no one on the way can listen. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host)
