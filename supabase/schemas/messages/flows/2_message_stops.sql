-- Stops: who wants no text messages or mails, or not those of a kind.

create function app.stop_messages(channel text, receiver text, source text default 'person') returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_is_new boolean;
begin
  insert into app.message_stops (receiver_hash, channel, source)
  values (app.receiver_hash(stop_messages.receiver), stop_messages.channel, stop_messages.source)
  on conflict on constraint message_stops_pkey do nothing;
  v_is_new := found;
  -- A message that a sender has begun may have been sent already; its end is the sender's to report.
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = 'stopped',
    payload = o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}'
  where o.status = 'queued' and o.kind = stop_messages.channel and o.last_error is distinct from
      'unknown: the sender ended before it reported'
    and case o.kind when 'sms' then o.payload ->> 'phone' = stop_messages.receiver
      else lower(o.payload ->> 'email') = lower(stop_messages.receiver) end
    and app.obeys_stop(o.kind, app.message_kind(o.payload));
  return v_is_new;
end $$;
comment on function app.stop_messages is
  'Notes that the owner of a number (E.164) or address wants no messages by sms or mail (channel), and drops those '
  'that wait. Codes are sent all the same. source: person or provider. Returns whether that is new.';

create function app.start_messages(channel text, receiver text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from app.message_stops s where s.receiver_hash = app.receiver_hash(start_messages.receiver)
    and s.channel = start_messages.channel and s.kind = 'all';
  return found;
end $$;
comment on function app.start_messages is
  'Takes stop_messages back, also a provider''s; kinds that the person does not want stay off. Returns whether there '
  'was one.';
