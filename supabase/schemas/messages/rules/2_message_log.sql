-- The log of text messages and mails: what became of each.

create function app.receiver_hash(receiver text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(k.key || case when receiver_hash.receiver like '%@%'
      then lower(receiver_hash.receiver) else receiver_hash.receiver end, 'UTF8')), 'hex')
  from app.contact_key k
$$;
comment on function app.receiver_hash is
  'A number or address, hashed with this database''s secret, which is never exposed.';

-- A refusal may be a mistake of a provider, or of one day: only refusals on two days count, and a message that was
-- taken afterwards makes up for them.
create function app.is_dead_receiver(receiver text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(distinct (l.at at time zone s.time_zone)::date) >= 2
  from app.message_log l cross join public.settings s
  where s.id = 1 and l.receiver_hash = app.receiver_hash(is_dead_receiver.receiver) and l.counts and l.state = 'failed'
    and l.reason ~ 'receiver_refused' and not exists (select 1 from app.message_log t
      where t.receiver_hash = l.receiver_hash and t.changed_at > l.changed_at and app.is_taken(t.state)
        and t.reason is null)
$$;
comment on function app.is_dead_receiver is
  'Whether a number or address gets no more messages of the outbox: providers refused it for ever on two days, and '
  'none has taken a message to it since. Codes are sent all the same.';
