-- The address and number that a person's account has proved.

create function app.own_contact(user_id uuid, channel text) returns text
language sql stable security definer set search_path = '' as $$
  select case own_contact.channel
    when 'mail' then case when u.email_confirmed_at is not null then nullif(u.email, '') end
    when 'sms' then case when u.phone_confirmed_at is not null then app.verified_number(u.phone) end end
  from auth.users u where u.id = own_contact.user_id
$$;
comment on function app.own_contact is
  'The address (mail) or number (sms) that a person''s account has proved; null if there is none.';
