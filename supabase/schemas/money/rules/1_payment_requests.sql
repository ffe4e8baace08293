-- What a paid ride costs more or less than its receipt says, and payment requests: more is only paid once the rider
-- accepts.

create function app.require_reason(reason text) returns text language plpgsql immutable set search_path = '' as $$
declare v_reason text := nullif(btrim(app.plain_lines(left(require_reason.reason, app.reason_length()))), '');
begin
  if v_reason is null or app.is_blank(v_reason) then
    perform app.refuse('reason_required', 422, 'Give a reason');
  end if;
  return v_reason;
end $$;
comment on function app.require_reason is
  'A reason that a person wrote, cleaned; refuses a blank one with reason_required.';

create function app.refuse_request(request public.payment_requests) returns void
language plpgsql set search_path = '' as $$
begin
  perform app.refuse('payment_request_closed', 409, format('The request is %s, or older than 30 days',
    (request).status));
end $$;
comment on function app.refuse_request is 'Refuses with payment_request_closed.';
