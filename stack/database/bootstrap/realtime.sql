-- Realtime: messages on topics, sent from SQL and protected by policies on realtime.messages.
-- Needs:  roles postgres, anon, authenticated, service_role
-- Access: clients may do what the policies on realtime.messages allow; triggers send through realtime.send
-- Tests:  stack/realtime/*.test.ts

do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
    create role supabase_realtime_admin noinherit nologin noreplication;
  end if;
end $$;
-- On a hosted project, `postgres` may create policies on realtime.messages though it does not own the table. This stack makes
-- `postgres` a member of the owning role instead.
grant supabase_realtime_admin to postgres;

create schema if not exists realtime;
grant usage on schema realtime to postgres, anon, authenticated, service_role;
grant usage, create on schema realtime to supabase_realtime_admin;

-- Messages ------------------------------------------------------------------------------------------------------------

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  broadcasted_at timestamp,
  constraint messages_pkey primary key (id, inserted_at)
) partition by range (inserted_at);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;
create table realtime.messages_default partition of realtime.messages default;
create table realtime.schema_migrations (version bigint not null primary key, inserted_at timestamp(0));

alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to postgres;

-- Keeps one partition per day, from yesterday to three days ahead, and drops partitions older than 72 hours. The gateway calls
-- the function at its start and every hour. If it was not called for days, new rows went into the default partition. These rows
-- were delivered already, and are deleted, because they would prevent the creation of their day's partition.
create function realtime.maintain_partitions() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_day date;
  v_name text;
begin
  for v_day in select d::date from generate_series(current_date - 1, current_date + 3, interval '1 day') d loop
    v_name := 'messages_' || to_char(v_day, 'YYYY_MM_DD');
    continue when to_regclass('realtime.' || v_name) is not null;
    delete from realtime.messages_default m where m.inserted_at >= v_day and m.inserted_at < v_day + 1;
    execute format(
      'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)', v_name, v_day, v_day + 1
    );
    execute format('alter table realtime.%I owner to supabase_realtime_admin', v_name);
  end loop;
  for v_name in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass and c.relname ~ '^messages_\d{4}_\d{2}_\d{2}$'
      and to_date(substr(c.relname, 10), 'YYYY_MM_DD') < current_date - 3
  loop
    execute format('drop table realtime.%I', v_name);
  end loop;
  delete from realtime.messages_default m where m.inserted_at < now() - interval '72 hours';
end $$;
revoke execute on function realtime.maintain_partitions() from public;

-- Sending -------------------------------------------------------------------------------------------------------------

create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;

-- Sends a message. Never fails: a message that cannot be stored must not roll back the change that it reports.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  v_id uuid := gen_random_uuid();
begin
  begin
    perform set_config('realtime.topic', send.topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (
      v_id,
      case when send.payload ? 'id' then send.payload else jsonb_set(send.payload, '{id}', to_jsonb(v_id)) end,
      send.event, send.topic, send.private, 'broadcast'
    );
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end $$;

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end $$;

-- Authorisation of a private channel ------------------------------------------------------------------------------------

-- Returns the extensions (`broadcast`, `presence`) that a caller may read or write on a topic by the policies on
-- realtime.messages. To find out, it writes probe rows, reads them in the caller's role and rolls them back. One call replaces
-- five round trips. It cannot be a security definer function, because such a function may not change the role.
create function realtime.probe(topic text, claims jsonb, headers jsonb, checking text) returns text[]
language plpgsql as $$
declare
  v_allowed text[] := '{}';
  v_extension text;
  v_at timestamp := now();
  v_ids uuid[] := array[gen_random_uuid(), gen_random_uuid()];
begin
  -- All writes are rolled back, so the commit need not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  begin
    if checking = 'read' then
      insert into realtime.messages (id, topic, extension, private, inserted_at)
      values (v_ids[1], probe.topic, 'broadcast', true, v_at), (v_ids[2], probe.topic, 'presence', true, v_at);
    end if;
    perform set_config('realtime.topic', probe.topic, true),
      set_config('request.jwt.claims', probe.claims::text, true),
      set_config('request.jwt.claim.sub', coalesce(probe.claims ->> 'sub', ''), true),
      set_config('request.jwt.claim.role', coalesce(probe.claims ->> 'role', ''), true),
      set_config('request.headers', probe.headers::text, true),
      set_config('role', probe.claims ->> 'role', true);
    if checking = 'read' then
      select coalesce(array_agg(m.extension), '{}') into v_allowed
      from realtime.messages m where m.id = any (v_ids) and m.inserted_at = v_at;
    else
      foreach v_extension in array array['broadcast', 'presence'] loop
        begin
          insert into realtime.messages (topic, extension, private) values (probe.topic, v_extension, true);
          v_allowed := v_allowed || v_extension;
        exception when insufficient_privilege then null;
        end;
      end loop;
    end if;
    raise sqlstate 'RT000';
  exception when sqlstate 'RT000' then null;
  end;
  return v_allowed;
end $$;
revoke execute on function realtime.probe(text, jsonb, jsonb, text) from public;

-- Feed of the gateway ---------------------------------------------------------------------------------------------------

-- One row for each message. The gateway deletes the row some seconds after it has read the message. sent_in is the transaction
-- that sent the message, so that the gateway can read the rows of exactly the transactions that were committed since its last
-- read. n is the order of sending.
create table realtime.feed (
  sent_in xid8 not null default pg_current_xact_id(),
  n bigint generated always as identity,
  id uuid not null,
  inserted_at timestamp not null,
  primary key (sent_in, n)
);

-- At most one row. While awake_at is less than two seconds old, the gateway polls the feed, and senders do not notify it. The
-- gateway renews awake_at, so senders notify again two seconds after a gateway has crashed.
create table realtime.feed_reader (
  is_only boolean primary key default true check (is_only),
  awake_at timestamptz
);

-- Adds a message to the feed. Notifies the gateway unless it is awake, because PostgreSQL lets transactions with a NOTIFY
-- commit only one after the other, each with its own flush to the disk. The insert into the feed gives the transaction its id.
-- It comes before the check whether the gateway is awake, because the gateway falls asleep only after all transactions with
-- older ids have ended. A NOTIFY carries less than 8000 bytes. For a larger message its payload is empty, and the gateway reads
-- the feed.
create function realtime.tg_messages__notify() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_body text;
begin
  insert into realtime.feed (id, inserted_at) values (new.id, new.inserted_at);
  -- A transaction above READ COMMITTED sees the row of feed_reader as it was at its start, so it always notifies.
  if exists (
    select from realtime.feed_reader r where clock_timestamp() between r.awake_at and r.awake_at + interval '2 seconds'
  ) and current_setting('transaction_isolation') = 'read committed' then
    return null;
  end if;
  v_body := jsonb_build_object(
    'id', new.id, 'topic', new.topic, 'event', new.event, 'private', coalesce(new.private, false), 'payload', new.payload
  )::text;
  perform pg_notify('realtime_messages', case when octet_length(v_body) < 7900 then v_body else '' end);
  return null;
end $$;
revoke execute on function realtime.tg_messages__notify() from public;

create trigger tg_messages__notify after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function realtime.tg_messages__notify();

-- Returns the messages of the transactions that were committed after the snapshot `since`, in the order of sending, the number
-- of these transactions, and the snapshot of this read. Because the tables have no statistics, the planner would scan them as a
-- whole; the settings of this function prevent that.
create function realtime.read_feed(since text, out snapshot text, out transactions integer, out messages jsonb)
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  select pg_current_snapshot()::text, count(distinct f.sent_in), coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'topic', m.topic, 'event', m.event, 'private', coalesce(m.private, false), 'payload', m.payload
  ) order by f.n), '[]')
  into read_feed.snapshot, read_feed.transactions, read_feed.messages
  from realtime.feed f join realtime.messages m on m.id = f.id and m.inserted_at = f.inserted_at
  where f.sent_in >= pg_snapshot_xmax(read_feed.since::pg_snapshot)
    or f.sent_in = any (array(select pg_snapshot_xip(read_feed.since::pg_snapshot)));
end $$;
revoke execute on function realtime.read_feed(text) from public;

-- Stores whether the gateway is awake. When the gateway falls asleep, the commit waits for the disk: if a crash of the server
-- lost this change, senders would not notify the sleeping gateway.
create function realtime.attend_feed(is_awake boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if attend_feed.is_awake then perform set_config('synchronous_commit', 'off', true); end if;
  insert into realtime.feed_reader (awake_at) values (case when attend_feed.is_awake then clock_timestamp() end)
  on conflict (is_only) do update set awake_at = excluded.awake_at;
end $$;
revoke execute on function realtime.attend_feed(boolean) from public;

-- Deletes the messages that the gateway has read. `read` is the snapshot of its last read.
create function realtime.trim_feed(read text) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  delete from realtime.feed f where f.sent_in < pg_snapshot_xmin(trim_feed.read::pg_snapshot);
end $$;
revoke execute on function realtime.trim_feed(text) from public;

-- Reports a session that has ended, so that the gateway closes its channels. A hosted project keeps them until the token
-- expires.
create function realtime.tg_sessions__notify() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime_sessions', old.id::text);
  return null;
end $$;
revoke execute on function realtime.tg_sessions__notify() from public;

create trigger tg_sessions__notify after delete on auth.sessions
  for each row execute function realtime.tg_sessions__notify();

select realtime.maintain_partitions();

alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages_default owner to supabase_realtime_admin;
alter function realtime.topic() owner to supabase_realtime_admin;
alter function realtime.send(jsonb, text, text, boolean) owner to supabase_realtime_admin;
alter function realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  owner to supabase_realtime_admin;
grant execute on function realtime.topic() to public;
grant execute on function realtime.send(jsonb, text, text, boolean) to public;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to public;
