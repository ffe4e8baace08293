/** The error for a request that the storage server refuses, with Supabase Storage's text. */
export class StorageError extends Error {
  /** The status in the response's body. For resumable uploads it is also the status of the response. */
  readonly status: number
  readonly code: string
  /** The older name of the error, which the response's body contains in addition to `code`. */
  readonly error: string
  /** The status of the response itself: as in Supabase Storage, 400 for nearly all refusals. */
  readonly httpStatus: number

  constructor(status: number, code: string, message: string, error = code, httpStatus = status >= 500 ? status : 400) {
    super(message)
    this.status = status
    this.code = code
    this.error = error
    this.httpStatus = httpStatus
  }
}

/** All refusals, with the codes and texts of Supabase Storage. */
export const refusals = {
  noSuchBucket: () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found'),
  noSuchKey: () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found'),
  noSuchUpload: () => new StorageError(404, 'NoSuchUpload', 'Upload not found'),
  noRoute: (what: string) => new StorageError(404, 'NotFound', `Route ${what} not found`, 'Not Found', 404),
  invalidKey: (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`),
  invalidBucketName: () => new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input'),
  invalidRequest: (message: string) => new StorageError(400, 'InvalidRequest', message, 'Error'),
  invalidMimeType: (type: string) =>
    new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type'),
  invalidRange: () => new StorageError(416, 'InvalidRange', 'The requested range is not satisfiable', undefined, 416),
  invalidSignature: (message = 'Invalid signature') => new StorageError(400, 'InvalidSignature', message),
  invalidJwt: (message: string) => new StorageError(400, 'InvalidJWT', message),
  tooLarge: (what = 'object') =>
    new StorageError(413, 'EntityTooLarge', `The ${what} exceeded the maximum allowed size`, 'Payload too large'),
  noContent: () => new StorageError(400, 'InvalidRequest', 'No content provided'),
  duplicate: () => new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate'),
  bucketNotEmpty: () => new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty'),
  denied: (message: string) => new StorageError(403, 'AccessDenied', message, 'Unauthorized'),
  locked: () => new StorageError(423, 'ResourceLocked', 'The resource is locked'),
  preconditionFailed: () =>
    new StorageError(412, 'PreconditionFailed', 'At least one of the preconditions did not hold', undefined, 412),
  noTransformations: () =>
    new StorageError(
      403,
      'FeatureNotEnabled',
      'Image transformations are not enabled here: ask for the original image',
      'FeatureNotEnabled'
    ),
  tus: (status: number, message: string) => new StorageError(status, 'TusError', message)
} as const

/** Converts a database error to the refusal that it means. Returns any other error unchanged, because it is a bug. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof StorageError || !(error instanceof Error) || !('code' in error)) return error
  if (error.code === '42501') return refusals.denied('new row violates row-level security policy')
  if (error.code === '23505') return refusals.duplicate()
  if (error.code === '23503') {
    return new StorageError(404, 'InvalidRequest', 'The related resource does not exist')
  }
  // A value that PostgreSQL cannot store or read (such as a zero byte in a name) is the caller's fault.
  if (/^(22|54)/.test(String(error.code)))
    return refusals.invalidRequest('The request holds a value that cannot be stored')
  if (error.code === '57014')
    return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out')
  return error
}

/** Returns the response for a refusal. */
export function refusalResponse(error: StorageError): Response {
  const body = { statusCode: String(error.status), code: error.code, error: error.error, message: error.message }
  return Response.json(body, { status: error.httpStatus, headers: { 'cache-control': 'no-store' } })
}
