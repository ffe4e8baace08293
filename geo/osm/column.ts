type TypedArray = Uint8Array | Int32Array | Uint32Array | Float32Array | Float64Array

/** A list of numbers in a typed array that doubles when it is full. It needs a fraction of the memory of a plain array. */
export class Column<A extends TypedArray> {
  length = 0
  #values: A
  readonly #type: new (
    buffer: ArrayBuffer
  ) => A

  constructor(type: new (buffer: ArrayBuffer) => A) {
    this.#type = type
    this.#values = new type(new ArrayBuffer(1 << 16))
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#resize(this.length * 2)
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index] as number
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  /** Releases unused capacity; call it after adding all numbers. */
  trim(): void {
    this.#resize(Math.max(1, this.length))
  }

  /** Returns the numbers as a typed array without unused capacity. The column must not be used afterwards. */
  finish(): A {
    this.#resize(this.length)
    return this.#values
  }

  #resize(length: number): void {
    // `transfer` frees the old memory at once, without waiting for garbage collection.
    this.#values = new this.#type(
      (this.#values.buffer as ArrayBuffer).transfer(length * this.#values.BYTES_PER_ELEMENT)
    )
  }
}
