-- Consents: who agreed to news by mail or text message, and took that back.

create function app.record_news_consent(user_id uuid, channel text, receiver_hash text, given boolean, source text,
  words text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_now app.news_consents;
begin
  select c.* into v_now from app.news_consents c
  where c.user_id = record_news_consent.user_id and c.channel = record_news_consent.channel order by c.id desc limit 1;
  if coalesce(v_now.given, false) = record_news_consent.given
    and (not record_news_consent.given or v_now.receiver_hash = record_news_consent.receiver_hash) then
    return;
  end if;
  insert into app.news_consents (user_id, channel, receiver_hash, given, source, words)
  values (record_news_consent.user_id, record_news_consent.channel, record_news_consent.receiver_hash,
    record_news_consent.given, record_news_consent.source, record_news_consent.words);
  if record_news_consent.given then return; end if;
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = 'stopped',
    payload = o.payload - 'preferences'
  where o.user_id = record_news_consent.user_id and o.kind = record_news_consent.channel and o.status = 'queued'
    and o.payload ->> 'about' = 'news'
    -- A message that a sender has begun may have been sent already; its end is the sender's to report.
    and o.last_error is distinct from 'unknown: the sender ended before it reported';
end $$;
comment on function app.record_news_consent is
  'Adds to the history that a person agreed to news (given) or took it back, if that is new, and then drops those that '
  'wait. words: what the page said to which the person agreed.';

-- Who agrees does it with the words that the page showed: they are the proof of what was agreed to.
create function app.agree_to_news(person public.profiles, channel text, source text, words text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_to text := app.own_contact((person).id, agree_to_news.channel);
begin
  if v_to is null then
    perform app.refuse('no_contact', 409, 'Your account has no confirmed address or number for this channel');
  end if;
  if app.is_blank(agree_to_news.words) or length(agree_to_news.words) > 1000 then
    perform app.refuse('news_invalid', 422, 'words: what the page says that the person agrees to');
  end if;
  if app.is_stopped(agree_to_news.channel, v_to, 'news') then
    perform app.refuse('news_stopped', 409, 'This number or address wants no messages; a text START takes that back');
  end if;
  perform app.enforce_limit('news_consent', (person).id::text);
  perform app.record_news_consent((person).id, agree_to_news.channel, app.receiver_hash(v_to), true,
    agree_to_news.source, app.plain_lines(agree_to_news.words));
end $$;

create function public.save_news_consent(channel text, given boolean, words text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  if app.is_written(save_news_consent.channel) is not true
    or save_news_consent.given is null then
    perform app.refuse('news_invalid', 422, 'channel: mail or sms; given: true or false');
  end if;
  if save_news_consent.given then
    perform app.agree_to_news(v_me, save_news_consent.channel, 'profile', save_news_consent.words);
  else
    perform app.record_news_consent(v_me.id, save_news_consent.channel, c.receiver_hash, false, 'profile')
    from app.current_news_consents c where c.user_id = v_me.id and c.channel = save_news_consent.channel;
  end if;
  return app.news_consent_of(v_me.id, save_news_consent.channel);
end $$;
comment on function public.save_news_consent is
  'The caller agrees to news by mail or text message (channel: sms) at the proved address or number of the account, or '
  'takes it back (given: false). Nobody else can. words: what the page said that the person agrees to, kept as the '
  'proof. Returns whether the caller gets news there. '
  'Errors: must_login, news_invalid, no_contact, news_stopped, too_many_requests.';
grant execute on function public.save_news_consent(text, boolean, text) to authenticated;

-- Returns the consent that a key speaks of: of the person whose newest consent on the channel is for this receiver.
create function app.news_consent_by_key(key app.preference_keys) returns app.news_consents
language sql stable security definer set search_path = '' as $$
  select c.* from app.news_consents c
  where c.receiver_hash = (key).receiver_hash and c.channel = (key).channel
    and not exists (select from app.news_consents n where n.user_id = c.user_id and n.channel = c.channel
      and n.id > c.id)
  order by c.id desc limit 1
$$;

create function public.news_choice(key text) returns public.news_choice
language plpgsql stable security definer set search_path = '' as $$
declare v_key app.preference_keys := app.preference_of(news_choice.key);
begin
  return row(v_key.channel, (app.news_consent_by_key(v_key)).given)::public.news_choice;
end $$;
comment on function public.news_choice is
  'Whether the receiver of a message wants news on its channel, by the key of its link: {channel: sms or mail, wanted: '
  'null for a receiver who was never asked}. Nothing about the person. '
  'Errors: preferences_not_found.';
grant execute on function public.news_choice(text) to anon, authenticated;

create function public.save_news_choice(key text, wanted boolean, words text default null) returns public.news_choice
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_key app.preference_keys := app.preference_of(save_news_choice.key);
  v_consent app.news_consents := app.news_consent_by_key(v_key);
  v_person public.profiles;
begin
  if save_news_choice.wanted is null then
    perform app.refuse('news_invalid', 422, 'wanted: true or false');
  end if;
  if save_news_choice.wanted then
    select p.* into v_person from public.profiles p where p.id = v_consent.user_id and p.deleted_at is null;
    -- Only the account's own number or address can agree, and only one that did so before.
    if v_person.id is null
      or app.receiver_hash(app.own_contact(v_person.id, v_key.channel)) is distinct from v_key.receiver_hash then
      perform app.refuse('preferences_not_found', 404, 'Agree to news in your profile');
    end if;
    perform app.agree_to_news(v_person, v_key.channel, 'preferences', save_news_choice.words);
  elsif v_consent.id is not null then
    perform app.record_news_consent(v_consent.user_id, v_key.channel, v_key.receiver_hash, false, 'preferences');
  end if;
  return public.news_choice(save_news_choice.key);
end $$;
comment on function public.save_news_choice is
  'Ends the news to the receiver of a message, or takes that back, by the key of its link; answers as news_choice. '
  'words: what the page said that the person agrees to. '
  'Errors: preferences_not_found, news_invalid, news_stopped, no_contact, too_many_requests.';
grant execute on function public.save_news_choice(text, boolean, text) to anon, authenticated;

create function public.unsubscribe_news(key text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_key app.preference_keys;
  v_consent app.news_consents;
begin
  select k.* into v_key from app.preference_keys k
  where k.key_hash = encode(sha256(convert_to(coalesce(unsubscribe_news.key, ''), 'UTF8')), 'hex')
    and k.created_at > app.now() - interval '90 days';
  if not found then return false; end if;
  v_consent := app.news_consent_by_key(v_key);
  if v_consent.id is not null then
    perform app.record_news_consent(v_consent.user_id, v_key.channel, v_key.receiver_hash, false, 'unsubscribe');
  end if;
  return true;
end $$;
comment on function public.unsubscribe_news is
  'Ends the news to the receiver of a mail, by the key in its header List-Unsubscribe (RFC 8058), also again. Returns '
  'false for an unknown or expired key.';
grant execute on function public.unsubscribe_news(text) to service_role;
