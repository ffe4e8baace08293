-- Stops: who wants no text messages or mails, or not those of a kind.
-- Access: the sender of texts and people with a key of theirs write; no client reads the table
-- Tests:  tests/db/message_stops.sql

create function app.message_kind(message jsonb) returns text language sql immutable set search_path = '' as $$
  select coalesce(message_kind.message ->> 'about', split_part(coalesce(message_kind.message ->> 'msg', ''), '.', 1))
$$;
comment on function app.message_kind is
  'What a message of the outbox is about: about, else the first word of the key of its text.';

-- A parcel cannot be handed over without its code, and a warning of a stranger must not be silenced by that stranger.
-- Codes to sign in do not pass the outbox. Mails that somebody asked for (receipts, invitations) go out, too.
create function app.obeys_stop(channel text, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select case obeys_stop.channel
    when 'sms' then obeys_stop.kind not in ('parcel_code', 'contact_changed', 'bank_details_changed')
      -- Who writes to the firm asks for the answer.
      and obeys_stop.kind not like 'answer\_%'
    else obeys_stop.kind = 'news' or obeys_stop.kind like 'text\_%' end
$$;

create function app.is_stopped(channel text, receiver text, kind text default 'all') returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from app.message_stops s where s.receiver_hash = app.receiver_hash(is_stopped.receiver)
    and s.channel = is_stopped.channel and s.kind in ('all', is_stopped.kind))
$$;
comment on function app.is_stopped is
  'Whether the owner of a number (E.164) or address wants no messages by sms or mail, of a kind or at all.';
