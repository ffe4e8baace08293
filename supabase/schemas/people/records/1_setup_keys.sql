-- Setting up a firm: the one-time link with which its first owner signs in.

create table app.setup_keys (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null,
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  wrong_tries integer not null default 0 check (wrong_tries >= 0),
  email text,
  client_key uuid,
  tried_at timestamptz,
  used_at timestamptz
);
call app.describe('app.setup_keys', $$
  The keys of one-time links to /setup. A key makes the account of the firm's first owner, and only while there is none.
  hash: SHA-256 of the key, which consists of 256 random bits. The key itself is stored nowhere.
  user_id: Id of the account that this key makes. Later keys have the same id until an account has it, so that two keys
    never make two owners.
  ended_at: When a newer key or too many wrong tries ended this key.
  wrong_tries: How often a wrong key was tried while this one was the newest.
  email: Address of the owner, from the first try on.
  client_key: The window that uses the key; null until the first try.
  tried_at: When that window tried the key last.
  used_at: When the key last gave a sign-in code.
$$);

create index setup_keys_created_at on app.setup_keys (created_at);

alter table app.setup_keys enable row level security;
